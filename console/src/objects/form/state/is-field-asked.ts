import type { FormFacts } from './form-facts.ts';

/**
 * Whether a form asks for a field: some mean something with some choices of another field alone. What holds something already, or is told to be
 * wrong, stays, so that it can be taken out.
 */
export function isFieldAsked(
  path: string,
  value: unknown,
  { choice, values, problems }: Pick<FormFacts, 'choice' | 'values' | 'problems'>,
): boolean {
  const brings = Object.entries(choice?.brings ?? {}).filter(([, paths]) => paths.includes(path));
  if (!choice || brings.length === 0 || holdsSomething(value)) return true;
  const chosen = values[choice.field] ?? '';
  if (brings.some(([one]) => one === chosen)) return true;
  return Object.keys(problems).some((wrong) => wrong === path || wrong.startsWith(`${path}.`));
}

const holdsSomething = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  (typeof value !== 'object' || Object.keys(value).length > 0);
