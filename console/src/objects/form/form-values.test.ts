import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyOf, isSame, patchOf, type FormValues } from './form-values.ts';

const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue(), {
  noNullPrototype: true,
});

/** What RFC 7396 makes of an object, at the top level. */
const patched = (before: FormValues, patch: FormValues): FormValues =>
  Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null));

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
      const patch = patchOf(before, after);
      expect(isSame(bodyOf(patched(before, patch)), bodyOf(after))).toBe(true);
    }),
  );
});

it('does not send what says nothing', () => {
  expect(bodyOf({ a: '', b: null, c: [], d: undefined, e: 0, f: false })).toEqual({
    e: 0,
    f: false,
  });
});

it('does not mind the order of keys', () => {
  expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});
