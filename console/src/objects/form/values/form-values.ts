/** What a form holds: fields of the API, by their names. A field that is not there is not set. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Whether a value says nothing: it is not sent. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** What is sent to create an object: fields that say something. */
export const bodyOf = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isNothing(value)));

/** What is sent to change an object, as a JSON merge patch (RFC 7396): what differs, at every depth, and null for what was taken away. Lists are sent whole. Empty where nothing changed. */
export const patchOf = (before: FormValues, after: FormValues): Record<string, unknown> =>
  mapPatch(bodyOf(before), bodyOf(after));

function mapPatch(before: FormValues, after: FormValues): Record<string, unknown> {
  const gone = Object.keys(before).filter((name) => isThere(before, name) && !isThere(after, name));
  const patch = Object.keys(after).flatMap((name): [string, unknown][] => {
    const [was, is] = [at(before, name), at(after, name)];
    if (is === null || isSame(was, is)) return [];
    if (!isMap(was) || !isMap(is)) return [[name, is]];
    const inside = mapPatch(was, is);
    return Object.keys(inside).length === 0 ? [] : [[name, inside]];
  });
  return Object.fromEntries([...patch, ...gone.map((name): [string, null] => [name, null])]);
}

const isMap = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name may be one that every object inherits, such as `constructor`. */
const at = (values: FormValues, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** A merge patch has no way to say null: it is as if the name were not there. */
const isThere = (values: FormValues, name: string): boolean => {
  const value = at(values, name);
  return value !== undefined && value !== null;
};

/** The values with one of them changed; one that says nothing goes. */
export function withValue(values: FormValues, name: string, value: unknown): FormValues {
  const { [name]: _, ...others } = values;
  if (isNothing(value)) return others;
  return Object.hasOwn(values, name) ? { ...values, [name]: value } : { ...others, [name]: value };
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
