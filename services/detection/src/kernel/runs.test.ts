import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRun, type Run, runsOf } from './runs.ts';

function allRuns(text: string, least: number): Run[] {
  const found: Run[] = [];
  const kinds = runsOf(/[a-c]/, least);
  for (let run = nextRun(text, 0, kinds); run; run = nextRun(text, run.end, kinds)) found.push(run);
  return found;
}

describe('runs of characters', () => {
  it('are those that a pattern finds', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'aaa', '.', 'é', '😀'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 8 }), (whole, least) => {
        const pattern = new RegExp(`[a-c]{${String(least)},}`, 'g');
        const expected = Array.from(whole.matchAll(pattern), ({ 0: run, index }) => ({
          start: index,
          end: index + run.length,
        }));
        expect(allRuns(whole, least)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('begin where the search begins', () => {
    expect(nextRun('aaaaaa', 2, runsOf(/a/, 3))).toEqual({ start: 2, end: 6 });
    expect(nextRun('aaaaaa', 4, runsOf(/a/, 3))).toBeUndefined();
  });
});
