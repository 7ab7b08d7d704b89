/** What JSON and YAML call an object. */
export type Tree = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values of JSON are the same; the order of names does not matter. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isDeepEqual(item, b[index]));
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isDeepEqual(a[name], b[name]))
  );
}
