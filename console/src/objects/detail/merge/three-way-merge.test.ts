// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { threeWayMerge } from './three-way-merge.ts';
import { changedFields } from './changed-fields.ts';

const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer()));
const trees = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'constructor', 'limits'),
  fc.oneof(leaf, fc.dictionary(fc.constantFrom('x', 'y', 'z'), leaf)),
);

describe('threeWayMerge', () => {
  test('loses nothing where two people changed different fields', () => {
    const fields = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 12 });
    const cases = fc.record({ fields, values: fc.array(leaf, { minLength: 12, maxLength: 12 }) });
    fc.assert(
      fc.property(cases, fc.nat(), ({ fields: names, values }, seed) => {
        const base = Object.fromEntries(names.map((name) => [name, { kept: name }]));
        const owner = (index: number) => (seed >> (index % 16)) & 1;
        const changedBy = (who: number) =>
          Object.fromEntries(
            names.map((name, index) => [
              name,
              owner(index) === who ? { kept: name, made: values[index] } : { kept: name },
            ]),
          );
        const { merged, conflicts } = threeWayMerge({
          base,
          theirs: changedBy(0),
          mine: changedBy(1),
        });
        expect(conflicts).toEqual([]);
        expect(merged).toEqual(
          Object.fromEntries(
            names.map((name, index) => [name, { kept: name, made: values[index] }]),
          ),
        );
      }),
    );
  });

  test('keeps every change of mine, and tells each field that somebody else changed too', () => {
    fc.assert(
      fc.property(trees, trees, trees, (base, theirs, mine) => {
        const { merged, conflicts } = threeWayMerge({ base, theirs, mine });
        const told = conflicts.map(({ path }) => path);
        const mineAlone = changedFields(base, mine).map(({ path }) => path);
        const theirsAlone = changedFields(base, theirs).map(({ path }) => path);
        // What is not as they have it is a change of mine, or told; what is not as I have it is a change of theirs, and not told.
        for (const { path } of changedFields(theirs, merged)) {
          expect([...mineAlone, ...told].some((one) => overlaps(one, path))).toBe(true);
        }
        for (const { path } of changedFields(merged, mine)) {
          expect(theirsAlone.some((one) => overlaps(one, path))).toBe(true);
          expect(told).not.toContain(path);
        }
      }),
    );
  });

  test('changes nothing where I changed nothing, and is mine where nobody else did', () => {
    fc.assert(
      fc.property(trees, trees, (base, other) => {
        expect(threeWayMerge({ base, theirs: other, mine: base })).toEqual({
          merged: other,
          conflicts: [],
        });
        expect(threeWayMerge({ base, theirs: base, mine: other })).toEqual({
          merged: other,
          conflicts: [],
        });
      }),
    );
  });

  test('tells a field that both changed to different values, with all three of them', () => {
    const { merged, conflicts } = threeWayMerge({
      base: { spec: { rpm: 10, name: 'A' } },
      theirs: { spec: { rpm: 20, name: 'A' } },
      mine: { spec: { rpm: 30, name: 'B' } },
    });
    expect(merged).toEqual({ spec: { rpm: 30, name: 'B' } });
    expect(conflicts).toEqual([{ path: 'spec.rpm', base: 10, theirs: 20, mine: 30 }]);
  });

  test('tells a field that one removed and the other changed', () => {
    const states = { base: { a: 1, b: 1 }, theirs: { a: 2, b: 1 }, mine: { b: 1 } };
    const { merged, conflicts } = threeWayMerge(states);
    expect(merged).toEqual({ b: 1 });
    expect(conflicts).toEqual([{ path: 'a', base: 1, theirs: 2, mine: undefined }]);
  });

  test('says nothing where both made the same change', () => {
    const states = { base: { a: [1] }, theirs: { a: [1, 2] }, mine: { a: [1, 2] } };
    expect(threeWayMerge(states)).toEqual({ merged: { a: [1, 2] }, conflicts: [] });
  });
});

/** Whether one of two paths is the other, or is below it. */
const overlaps = (a: string, b: string): boolean =>
  a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
