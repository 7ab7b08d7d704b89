import { validSpec, type Json } from '@aicp/crds/kit/testing/valid-spec';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import fc from 'fast-check';

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
