import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyOf, isSame, patchOf, withValue, type FormValues } from './form-values.ts';

const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue(), {
  noNullPrototype: true,
});

const isMap = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What RFC 7396 makes of a value. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const result = new Map(isMap(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, merged(result.get(name), value));
  }
  return Object.fromEntries(result);
}

/** What a merge patch can say: null in a map, which stands for nothing there, is left out. */
const sayable = (value: unknown): unknown => merged(undefined, value);

const bodyAfter = (before: FormValues, patch: FormValues): unknown =>
  bodyOf(merged(before, patch) as FormValues);

it('sends nothing where nothing changed', () => {
  fc.assert(
    fc.property(values, (some) => {
      expect(patchOf(some, structuredClone(some))).toEqual({});
    }),
  );
});

it('sends what makes one of the other', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const from = sayable(before) as FormValues;
      const patch = patchOf(from, after);
      expect(isSame(bodyAfter(from, patch), bodyOf(sayable(after) as FormValues))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('takes keys out of maps, and sends no others of them', () => {
  const before = { metadata: { team: 'a', floor: '3' }, config: { url: 'x', retry: { max: 1 } } };
  const after = { metadata: { floor: '3' }, config: { url: 'x', retry: { max: 2 } } };
  expect(patchOf(before, after)).toEqual({
    metadata: { team: null },
    config: { retry: { max: 2 } },
  });
});

it('sends lists whole', () => {
  expect(patchOf({ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] })).toEqual({ a: [{ b: 1 }] });
});

it('does not send what says nothing', () => {
  expect(bodyOf({ a: '', b: null, c: [], d: undefined, e: 0, f: false })).toEqual({
    e: 0,
    f: false,
  });
});

it('takes a value out that says nothing any more', () => {
  expect(withValue({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 });
  expect(withValue({ a: 1 }, 'b', false)).toEqual({ a: 1, b: false });
});

it('does not mind the order of keys', () => {
  expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});
