import { isDeepStrictEqual } from 'node:util';
import { promptTemplate, type PromptTemplateSpec } from '@aicp/crds/prompt-template';
import type { Spec } from '../../resources/collection.ts';

/** A text with `{{variable}}`s, and what it says of them. */
export type PromptText = Pick<PromptTemplateSpec, 'templateText' | 'variables' | 'modelHint'>;

/** What a template says, its defaults filled in. */
export const promptOf = ({ spec }: { readonly spec: Spec }) => promptTemplate.spec.parse(spec);

/** The part of a spec that a reviewer approves. */
export function textOf({ templateText, variables, modelHint }: PromptText): PromptText {
  return {
    templateText,
    ...(variables === undefined ? {} : { variables }),
    ...(modelHint === undefined ? {} : { modelHint }),
  };
}

export const isSameText = (a: PromptText, b: PromptText): boolean =>
  isDeepStrictEqual(textOf(a), textOf(b));
