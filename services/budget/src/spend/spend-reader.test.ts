import fc from 'fast-check';
import { MONEY_WINDOWS } from '@aicp/contracts/spend/money-window';
import { Periods } from '@aicp/contracts/budgets/periods';
import type { UsageQuery } from '@aicp/ledger/query/usage-query';
import { describe, expect, it } from 'vitest';
import { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import { SpendFigures } from './spend-figures.ts';
import { SpendReader, windowsAt } from './spend-reader.ts';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
const basis = { heirs: new ModelHeirs([]), withTags: true };

interface Fact {
  readonly atMs: number;
  readonly costNano: bigint;
}

/** A ledger of facts of one team, that adds up as the real one does: quarter-hour by quarter-hour. */
function ledgerOf(facts: readonly Fact[]) {
  const dimensions = { organization: 'acme', business_unit: '', team: 'ml', user: '', key: 'k' };
  const sum = (startsMs: number, endsMs: number): bigint =>
    facts
      .map(({ atMs, costNano }) => ({ ms: Math.floor(atMs / QUARTER_MS) * QUARTER_MS, costNano }))
      .filter(({ ms }) => ms >= startsMs && ms < endsMs)
      .reduce((total, { costNano }) => total + costNano, 0n);
  const totals = { requests: 1, unpriced: 0, tokens: {} as never };
  const group = { ...dimensions, model_served: 'm' } as never;
  return {
    usageBy: ({ from, to, step }: UsageQuery<never>) => {
      const edges = (step as readonly number[] | undefined) ?? [from];
      expect([...edges, to].every((ms) => ms % QUARTER_MS === 0)).toBe(true);
      return Promise.resolve(
        edges.map((startsMs, index) => ({
          ...{ startsMs, group, ...totals },
          costNano: sum(startsMs, edges[index + 1] ?? to),
        })),
      );
    },
    within: ({ startsMs, endsMs }: { startsMs: number; endsMs: number }) =>
      Promise.resolve([
        { organization: 'acme', tag: 'a=b', costNano: sum(startsMs, endsMs), ownCostNano: 0n },
      ]),
  };
}

describe('what was spent', () => {
  it('is in each window what facts of that window cost, whatever the zone and the moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }),
        fc.array(fc.record({ days: fc.double({ min: -40, max: 1, noNaN: true }), cost: fc.nat() })),
        async (zone, nowMs, drawn) => {
          const facts = drawn.map(({ days, cost }) => ({
            atMs: nowMs + Math.round(days * DAY_MS),
            costNano: BigInt(cost),
          }));
          const windows = windowsAt(new Periods(zone), nowMs);
          const ledger = ledgerOf(facts);
          const reader = new SpendReader({ ledger, tags: ledger });
          const settled = await reader.settled(windows, basis);
          const open = await reader.open(windows, basis);
          const figures = new SpendFigures({
            atMs: nowMs,
            periods: windows,
            settled,
            open,
            held: new Map(),
          });
          for (const window of MONEY_WINDOWS) {
            // What gateways with a clock ahead say of a later day counts when that day has come.
            const { startsMs } = windows[window];
            const endsMs = Math.min(windows[window].endsMs, windows['1d'].endsMs);
            const expected = facts
              .filter(({ atMs }) => atMs >= startsMs && atMs < endsMs)
              .reduce((total, { costNano }) => total + costNano, 0n);
            const team = { scope: 'team', organization: 'acme', value: 'ml' } as const;
            const tag = { scope: 'tag', organization: undefined, value: 'a=b' } as const;
            const all = { scope: 'global', organization: undefined, value: undefined } as const;
            for (const subject of [team, tag, all]) {
              expect(figures.spent(subject, window)).toBe(expected);
            }
          }
        },
      ),
    );
  });
});
