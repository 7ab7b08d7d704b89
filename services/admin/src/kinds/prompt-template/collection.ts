import { promptTemplate } from '@aicp/crds/prompt-template';
import { collectionOf, type Collection, type Spec } from '../../resources/collection.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { revised, withWriter } from './life-cycle.ts';
import {
  hasApprovedText,
  isThereFor,
  isToldApprovedAlone,
  shownPrompt,
  OF_WRITERS,
} from './shown-prompt.ts';
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
    isVisible: (object, principal) => isThereFor(store, object, principal),
    shownTo: {
      fields: [...OF_WRITERS, 'state', 'version'],
      of: (object, reader) => shownPrompt(store, object, reader),
    },
    additions: {
      schemas: {
        is_text_approved: {
          type: 'boolean',
          description:
            'Whether `template_text`, with its variables and its hint, is the approved text that is served. Of an approved prompt it is false where somebody edited the text by kubectl or from Git: `submit-review` hands that in.',
        },
      },
      of: (object, reader) => ({
        is_text_approved:
          (reader !== undefined && isToldApprovedAlone(object, reader)) ||
          hasApprovedText(store, object),
      }),
    },
    complete: (spec, principal) => withWriter(spec, undefined, principal),
    revise: (before, spec, principal) =>
      withWriter(
        revised(before, spec, () => nextVersion(store, before)),
        before,
        principal,
      ),
  });
