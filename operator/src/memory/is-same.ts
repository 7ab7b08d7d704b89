/** Whether two values of plain JSON say the same; a member that is undefined is as good as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (Array.isArray(a)) return Array.isArray(b) && areSame(a, b);
  return !Array.isArray(b) && haveSame(a, b);
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

function haveSame(one: Members, other: Members): boolean {
  for (const key in one) if (!isSame(one[key], other[key])) return false;
  for (const key in other) if (one[key] === undefined && other[key] !== undefined) return false;
  return true;
}

/** Whether two lists hold the same, in the same order. */
export const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, place) => isSame(one, b[place]));

/** Whether two lists hold the very same objects, in the same order. */
export const areIdentical = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, place) => one === b[place]);
