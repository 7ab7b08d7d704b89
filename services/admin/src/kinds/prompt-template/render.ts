import { Problem } from '@aicp/common/errors/problem';
import { invalid } from '@aicp/api-kit/route/field-errors';
import {
  MAX_RENDERED,
  renderPrompt,
  type PromptValue,
} from '@aicp/contracts/prompts/render-prompt';
import type { PromptText } from '../prompt-version/prompt-text.ts';

/** The text with values in place of its variables. Throws a Problem (422) that names each variable that is missing, unknown or of another type. */
export function render(text: PromptText, values: Readonly<Record<string, PromptValue>>): string {
  const rendered = renderPrompt(text, values);
  if ('text' in rendered) return rendered.text;
  if ('tooLong' in rendered) {
    throw new Problem(422, `The text would be longer than ${MAX_RENDERED} characters.`);
  }
  throw invalid(
    rendered.faults.map(({ variable, message }) => ({ path: `variables.${variable}`, message })),
  );
}
