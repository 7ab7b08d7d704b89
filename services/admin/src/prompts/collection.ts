import { promptTemplate } from '@aicp/crds/prompt-template';
import type { Collection, Spec } from '../resources/collection.ts';
import type { ObjectStore } from '../resources/store.ts';
import { revised, withWriter } from './life-cycle.ts';
import { nextVersion } from './prompt-versions.ts';

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

export const prompts = (store: ObjectStore): Collection => ({
  kind: promptTemplate,
  path: 'prompts',
  permission: 'prompts',
  isShared: true,
  ...{ tag: 'Prompts', noun: 'prompt', required: ['name'] },
  fillIn: withRequired,
  fixed: ['state', 'version', 'servedVersion', 'submittedBy', 'submittedWith', 'writtenBy'],
  filters: ['category'],
  complete: (spec, principal) => withWriter(spec, undefined, principal),
  revise: (before, spec, principal) =>
    withWriter(
      revised(before, spec, () => nextVersion(store, before)),
      before,
      principal,
    ),
  example: {
    name: 'Summary',
    slug: 'summary',
    template_text: 'Sum up in {{sentences}} sentences: {{text}}',
    variables: [{ name: 'text' }, { name: 'sentences', type: 'number', default: '3' }],
  },
});
