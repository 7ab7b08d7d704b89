import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { Periods } from '@aicp/contracts/budgets/periods';
import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import { describe, expect, it } from 'vitest';
import type { AlertTable } from '../database/tables.ts';
import type { Known } from '../snapshot/budget-directory.ts';
import { LimitBook } from '../snapshot/limit-book.ts';
import { limitOfBudget } from '../snapshot/money-limit.ts';
import { SpendFigures } from '../spend/spend-figures.ts';
import { windowsAt } from '../spend/spend-reader.ts';
import { SpendSums } from '../spend/spend-sums.ts';
import { standingOf } from '../spend/standing.ts';
import type { AllStandings } from '../spend/standings.ts';
import { budgetOf } from '../testing/builders.ts';
import { AlertKeeper } from './alert-keeper.ts';

const WINDOWS = ['1d', '7d', 'month'] as const;

/** Limits of each window that are used up, by figures that were read for one time zone and a snapshot that names another. */
function standings(nowMs: number, zone: string, named = zone): AllStandings {
  const limits = WINDOWS.map((window) => limitOfBudget(budgetOf(window, 1, { window })));
  const open = new SpendSums();
  const subject = { scope: 'team', organization: 'acme', value: 'ml' } as const;
  open.add(subject, [...WINDOWS] as MoneyWindow[], 2_000_000_000n);
  const periods = windowsAt(new Periods(zone), nowMs);
  const settled = new SpendSums();
  const figures = new SpendFigures({ atMs: nowMs, periods, settled, open, held: new Map() });
  const book = new LimitBook(limits, []);
  const known = { periods: new Periods(named), limits, book, teams: new Map() };
  const all = limits.map((limit) => standingOf(limit, { figures, book, nowMs, isEnforced: true }));
  return {
    known: known as unknown as Known,
    figures,
    byId: new Map(all.map((standing) => [standing.limit.id, standing])),
  };
}

describe('alerts', () => {
  const NOON = Date.UTC(2026, 10, 24, 12);

  /** Which budgets are told of, turn by turn; the store knows what was told before, the keeper may have been started anew. */
  async function told(...turns: readonly AllStandings[]): Promise<string[]> {
    const rows = new Map<string, AlertTable>();
    const answers: string[] = [];
    for (const now of turns) {
      const keeper = new AlertKeeper({
        store: {
          tell: async (alerts) => {
            const fresh = alerts.map(({ row }) => row).filter(({ once }) => !rows.has(once));
            for (const row of fresh) rows.set(row.once, row);
            return await Promise.resolve(fresh);
          },
          over: () => Promise.resolve([]),
          reset: () => Promise.resolve(),
        },
        standings: { now },
        metrics: { alerted: () => undefined },
        clock: new ManualClock(now.figures.atMs),
        log: recordingLog().log,
      });
      const before = rows.size;
      await keeper.turn();
      answers.push(
        [...rows.values()]
          .slice(before)
          .map((row) => row.budget_id)
          .join(' '),
      );
    }
    return answers;
  }

  it('are told once for a day, a week or a month, whatever time zone these are of', async () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata', 'UTC'];
    const turns = zones.map((zone) => standings(NOON, zone));
    expect(await told(...turns)).toEqual(['1d 7d month', '', '', '', '', '']);
  });

  it('are told again where the change of the time zone begins another day', async () => {
    const evening = Date.UTC(2026, 10, 24, 22);
    const turns = ['UTC', 'Asia/Tokyo', 'UTC'].map((zone) => standings(evening, zone));
    expect(await told(...turns)).toEqual(['1d 7d month', '1d', '']);
    const end = Date.UTC(2026, 10, 30, 22);
    const last = ['UTC', 'Asia/Tokyo'].map((zone) => standings(end, zone));
    expect(await told(...last)).toEqual(['1d 7d month', '1d month']);
  });

  it('wait for figures of the time zone that the settings name now', async () => {
    const turns = [
      standings(NOON, 'UTC'),
      standings(NOON, 'UTC', 'America/New_York'),
      standings(NOON + 1_000, 'America/New_York'),
    ];
    expect(await told(...turns)).toEqual(['1d 7d month', '', '']);
    expect(await told(turns[1]!, turns[2]!)).toEqual(['', '1d 7d month']);
  });
});
