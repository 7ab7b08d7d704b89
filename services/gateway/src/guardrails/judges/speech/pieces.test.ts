import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BETWEEN, callsOf, MOST_BYTES } from './pieces.ts';

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .tuple(fc.constantFrom('a', 'é', '字', '😀', ' x'), fc.integer({ min: 1, max: 60_000 }))
      .map(([unit, times]) => unit.repeat(times)),
  ),
  { maxLength: 8 },
);

describe('the texts that a judge is asked about', () => {
  it('fit into each call, are all there, and no character is cut', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const seen = all.map(() => 0);
        for (const call of callsOf(all)) {
          const joined = call.map(({ value }) => value).join(BETWEEN);
          expect(Buffer.byteLength(joined)).toBeLessThanOrEqual(MOST_BYTES);
          for (const { text, start, value, isWhole } of call) {
            expect(all[text]?.startsWith(value, start)).toBe(true);
            expect(isWhole).toBe(value === all[text]);
            expect(start).toBeLessThanOrEqual(seen[text] ?? 0);
            seen[text] = start + value.length;
            if (!isWhole) expect(value.isWellFormed()).toBe(true);
          }
        }
        expect(seen).toEqual(all.map((text) => (text.trim() === '' ? 0 : text.length)));
      }),
      { numRuns: 60 },
    );
  });

  it('stand together in one call where they fit', () => {
    expect(callsOf(['a', '', 'b'])).toEqual([
      [
        { text: 0, start: 0, value: 'a', isWhole: true },
        { text: 2, start: 0, value: 'b', isWhole: true },
      ],
    ]);
  });

  it('overlap where a long one is cut', () => {
    const [first, second] = callsOf(['a'.repeat(MOST_BYTES + 1)]).flat();
    expect(second?.start).toBeLessThan(first?.value.length ?? 0);
  });
});
