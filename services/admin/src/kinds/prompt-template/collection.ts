import { promptTemplate } from '@aicp/crds/prompt-template';
import { collectionOf, type Collection, type Spec } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { revised, withWriter } from './life-cycle.ts';
import { nextVersion } from '../prompt-version/approved-versions.ts';

interface Variable {
  readonly default?: unknown;
  readonly required?: unknown;
}

/** A variable that has a default needs no value, unless it is said to. */
function withRequired(sent: Spec): Spec {
  const { variables } = sent;
  if (!Array.isArray(variables)) return sent;
  const isVariable = (one: unknown): one is Variable => typeof one === 'object' && one !== null;
  return {
    ...sent,
    variables: (variables as unknown[]).map((one) =>
      isVariable(one) && one.default !== undefined && one.required === undefined
        ? { ...one, required: false }
        : one,
    ),
  };
}

export const promptTemplateCollection = (store: ObjectStore): Collection =>
  collectionOf(promptTemplate, {
    fillIn: withRequired,
    fixed: ['state', 'version', 'servedVersion', 'submittedBy', 'submittedWith', 'writtenBy'],
    complete: (spec, principal) => withWriter(spec, undefined, principal),
    revise: (before, spec, principal) =>
      withWriter(
        revised(before, spec, () => nextVersion(store, before)),
        before,
        principal,
      ),
  });
