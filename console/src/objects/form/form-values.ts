/** What a form holds: fields of the API, by their names. A field that is not there is not set. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Whether a value says nothing: it is not sent. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** What is sent to create an object: fields that say something. */
export const bodyOf = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)));

/** What is sent to change an object: fields that differ from what they were, and null for those that were taken away. Empty where nothing changed. */
export function patchOf(before: FormValues, after: FormValues): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name): [string, unknown][] => {
      const [was, is] = [before[name], after[name]];
      if (isNothing(is)) return isNothing(was) ? [] : [[name, null]];
      return isSame(was, is) ? [] : [[name, is]];
    }),
  );
}

/** Whether two values of JSON are the same, in whatever order their keys stand. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]))
  );
}
