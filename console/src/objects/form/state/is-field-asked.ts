import type { FormFacts } from './form-facts.ts';

/**
 * Whether a form asks for a field: some mean something with some choices of another field alone. What holds something already, or is told to be
 * wrong, stays, so that it can be taken out.
 */
export function isFieldAsked(
  path: string,
  value: unknown,
  { onlyWith = {}, values, problems }: Pick<FormFacts, 'onlyWith' | 'values' | 'problems'>,
): boolean {
  const needed = onlyWith[path];
  if (!needed || holdsSomething(value)) return true;
  const chosen = values[needed.field];
  if (needed.is.includes(typeof chosen === 'string' ? chosen : '')) return true;
  return Object.keys(problems).some((wrong) => wrong === path || wrong.startsWith(`${path}.`));
}

const holdsSomething = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  (typeof value !== 'object' || Object.keys(value).length > 0);
