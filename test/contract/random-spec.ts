import type { StructuralSchema } from '@aicp/crds/kit/structural';
import fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const MAX_TEXT = 12;
const MAX_LIST = 4;

/** Specs that follow a structural schema. Rules across fields are not looked at, so about half of them may be refused. */
export function validSpec(schema: StructuralSchema): fc.Arbitrary<Json> {
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]));
  if (schema['x-kubernetes-int-or-string']) return fc.oneof(integers(schema), texts(schema));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return lists(schema);
    case 'object':
      return objects(schema);
    default:
      return fc.constant(null);
  }
}

function texts(schema: StructuralSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = MAX_TEXT, pattern } = schema;
  const fits = (text: string): boolean => {
    const length = Array.from(text).length;
    return length >= minLength && length <= maxLength;
  };
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  return fc
    .string({
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)),
      unit: 'grapheme',
    })
    .filter(fits);
}

function integers({ minimum = -1000, maximum = 1000 }: StructuralSchema): fc.Arbitrary<number> {
  const edges = fc.constantFrom(minimum, maximum);
  return fc.oneof(
    edges,
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
  );
}

function lists({ items = {}, minItems = 0, maxItems = MAX_LIST }: StructuralSchema) {
  const maxLength = Math.max(minItems, Math.min(maxItems, MAX_LIST));
  return fc.array(validSpec(items), { minLength: minItems, maxLength });
}

function objects(schema: StructuralSchema): fc.Arbitrary<Json> {
  const { properties, required = [], additionalProperties } = schema;
  if (properties) {
    const fields = Object.entries(properties).map(([key, child]) => [key, validSpec(child)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<Json>>, {
      requiredKeys: required,
      noNullPrototype: true,
    });
  }
  const keys = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  return fc.dictionary(keys, validSpec(additionalProperties ?? {}), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}

/** Values that are wrong in most places: another type, nothing, too much. */
const strange: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(true, 0, -1, 1.5, 2_000_000_000_000, '', 'x', 'A B', 'x'.repeat(3000)),
  fc.constantFrom<Json>([], ['x'], [null], [1], {}, { x: 'y' }, { 'Bad Header': 'z' }),
  fc.constantFrom<Json>(Array.from({ length: 120 }, (_, i) => `item-${i}`)),
);

/** Places in a value, as lists of keys. */
function placesIn(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[...path], ...entries.flatMap(([key, child]) => placesIn(child, [...path, key]))];
}

type Change = { readonly value: Json } | 'remove';

function changeAt(root: Json, path: readonly (string | number)[], change: Change): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change === 'remove' ? {} : change.value;
  const copy = structuredClone(root) as Record<string | number, Json>;
  if (rest.length > 0) copy[key] = changeAt(copy[key] ?? null, rest, change);
  else if (change !== 'remove') copy[key] = change.value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.deleteProperty(copy, key);
  return copy;
}

/** Specs of which one part was taken away or replaced by something strange. Not all of them are wrong. */
export function mutatedSpec(schema: StructuralSchema): fc.Arbitrary<Json> {
  const change = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Change>('remove') },
    { weight: 5, arbitrary: strange.map((value): Change => ({ value })) },
  );
  return validSpec(schema).chain((spec) =>
    fc
      .tuple(
        fc.constantFrom(...placesIn(spec).filter((path) => path.length > 0), ['unknown']),
        change,
      )
      .map(([path, made]) => changeAt(spec, path, made)),
  );
}
