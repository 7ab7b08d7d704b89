import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, GRAINS } from './coverage.ts';

const QUARTER_MS = 900_000;
const lengthOf = (table: string) => GRAINS.find((grain) => grain.table === table)!.ms;

describe('coverage', () => {
  it('takes days for what is whole days, and finer rows for the rest of a time alone', () => {
    const startsMs = Date.UTC(2026, 9, 31, 22, 45);
    const endsMs = Date.UTC(2026, 10, 30, 23, 0);
    const day = Date.UTC(2026, 10, 1);
    const lastDay = Date.UTC(2026, 10, 30);
    expect(coverageOf([{ startsMs, endsMs }])).toEqual([
      { table: 'usage_quarter', stretches: [{ startsMs, endsMs: startsMs + QUARTER_MS }] },
      {
        table: 'usage_hour',
        stretches: [
          { startsMs: startsMs + QUARTER_MS, endsMs: day },
          { startsMs: lastDay, endsMs },
        ],
      },
      { table: 'usage_day', stretches: [{ startsMs: day, endsMs: lastDay }] },
    ]);
  });

  it('covers each quarter-hour of the periods exactly once, by whole rows', () => {
    const quarters = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(quarters, fc.integer({ min: 0, max: 100 }), (edges, offset) => {
        const sorted = edges.map((edge) => (edge + offset) * QUARTER_MS).sort((a, b) => a - b);
        const periods = sorted.slice(1).map((endsMs, index) => ({
          startsMs: sorted[index]!,
          endsMs,
        }));
        const seen = coverageOf(periods).flatMap(({ table, stretches }) =>
          stretches.flatMap(({ startsMs, endsMs }) => {
            expect(startsMs % lengthOf(table)).toBe(0);
            expect(endsMs % lengthOf(table)).toBe(0);
            return Array.from(
              { length: (endsMs - startsMs) / QUARTER_MS },
              (_, index) => startsMs + index * QUARTER_MS,
            );
          }),
        );
        const wanted = (sorted.at(-1)! - sorted[0]!) / QUARTER_MS;
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toHaveLength(wanted);
      }),
    );
  });

  it('refuses a time that begins within a quarter-hour', () => {
    expect(() => coverageOf([{ startsMs: 1, endsMs: QUARTER_MS }])).toThrow(/quarter-hour/);
  });
});
