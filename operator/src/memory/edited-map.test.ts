import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditedMap } from './edited-map.ts';

const KEYS = Array.from({ length: 600 }, (_, place) => `key-${place}`);
const START: ReadonlyMap<string, number> = new Map(KEYS.map((key) => [key, 0]));

describe('an edited map', () => {
  it('is what a copy with the same edits would be, and those before it stay as they are', () => {
    const edits = fc.array(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), fc.integer()), {
        selector: ([key]) => key,
        maxLength: 300,
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(edits, (rounds) => {
        let edited = START;
        let copy = new Map(START);
        const before: [ReadonlyMap<string, number>, Map<string, number>][] = [];
        for (const round of rounds) {
          before.push([edited, copy]);
          edited = EditedMap.of(edited, new Map(round));
          copy = new Map([...copy, ...round]);
        }
        for (const [one, other] of [...before, [edited, copy] as const]) {
          expect([...one]).toEqual([...other]);
          expect([...one.keys()]).toEqual([...other.keys()]);
          expect([...one.values()]).toEqual([...other.values()]);
          expect(one.size).toBe(other.size);
          expect(KEYS.map((key) => one.get(key))).toEqual(KEYS.map((key) => other.get(key)));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('tells each value to forEach, and has no key that it was not made with', () => {
    const edited = EditedMap.of(new Map([['a', 1]]), new Map([['a', 2]]));
    const told: [string, number][] = [];
    edited.forEach((value, key) => told.push([key, value]));
    expect(told).toEqual([['a', 2]]);
    expect([edited.has('a'), edited.has('b'), edited.get('b')]).toEqual([true, false, undefined]);
    expect(() => EditedMap.of(edited, new Map([['b', 1]]))).toThrow('no value to replace: b');
  });
});
