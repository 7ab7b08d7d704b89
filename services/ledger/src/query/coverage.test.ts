import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf, GRAINS } from './coverage.ts';

const QUARTER_MS = 900_000;
const lengthOf = (table: string) => GRAINS.find((grain) => grain.table === table)!.ms;

describe('coverage', () => {
  it('takes days for a month of a time zone, and hours for what that is too much or too little', () => {
    const startsMs = Date.UTC(2026, 9, 31, 22);
    const endsMs = Date.UTC(2026, 10, 30, 23);
    const first = Date.UTC(2026, 10, 1);
    const last = Date.UTC(2026, 11, 1);
    expect(coverageOf([{ startsMs, endsMs }])).toEqual([
      {
        table: 'usage_hour',
        stretches: [
          { startsMs: endsMs, endsMs: last, step: 0, sign: -1 },
          { startsMs, endsMs: first, step: 0, sign: 1 },
        ],
      },
      { table: 'usage_day', stretches: [{ startsMs: first, endsMs: last, step: 0, sign: 1 }] },
    ]);
  });

  it('takes no day for what is shorter', () => {
    const startsMs = Date.UTC(2026, 10, 1, 11, 45);
    const endsMs = Date.UTC(2026, 10, 1, 13, 15);
    const tables = coverageOf([{ startsMs, endsMs }]).map(({ table }) => table);
    expect(tables).toEqual(['usage_quarter', 'usage_hour']);
  });

  it('adds up each quarter-hour of each period exactly once, by whole rows', () => {
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
        const counted = new Map<string, number>();
        for (const { table, stretches } of coverageOf(periods)) {
          for (const { startsMs, endsMs, step, sign } of stretches) {
            expect([startsMs % lengthOf(table), endsMs % lengthOf(table)]).toEqual([0, 0]);
            for (let at = startsMs; at < endsMs; at += QUARTER_MS) {
              const name = `${step}/${at}`;
              counted.set(name, (counted.get(name) ?? 0) + sign);
            }
          }
        }
        const wanted = periods.flatMap(({ startsMs, endsMs }, step) =>
          Array.from(
            { length: (endsMs - startsMs) / QUARTER_MS },
            (_, index) => `${step}/${startsMs + index * QUARTER_MS}`,
          ),
        );
        const shown = [...counted].filter(([, times]) => times !== 0);
        expect(shown.sort()).toEqual(wanted.map((name) => [name, 1]).sort());
      }),
    );
  });

  it('refuses a time that begins within a quarter-hour', () => {
    expect(() => coverageOf([{ startsMs: 1, endsMs: QUARTER_MS }])).toThrow(/quarter-hour/);
  });
});
