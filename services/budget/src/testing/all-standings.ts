import { Periods } from '@aicp/contracts/budgets/periods';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';
import { MONEY_WINDOWS } from '@aicp/contracts/spend/money-window';
import type { Known } from '../snapshot/budget-directory.ts';
import { LimitBook } from '../snapshot/limit-book.ts';
import { limitOfBudget } from '../snapshot/money-limit.ts';
import { SpendFigures } from '../spend/spend-figures.ts';
import { windowsAt } from '../spend/spend-reader.ts';
import { SpendSums } from '../spend/spend-sums.ts';
import { standingOf } from '../spend/standing.ts';
import type { AllStandings } from '../spend/standings.ts';

/** How budgets stand where people of acme, or its team ml, have spent so many USD in each window of that moment. */
export function standingsAt(
  nowMs: number,
  budgets: readonly BudgetFragment[],
  spent: { readonly ml?: number; readonly users?: Readonly<Record<string, number>> },
): AllStandings {
  const open = new SpendSums();
  const add = (scope: 'team' | 'user', value: string, usd: number): void => {
    const nano = BigInt(Math.round(usd * 1e9));
    open.add({ scope, organization: 'acme', value }, MONEY_WINDOWS, nano);
  };
  if (spent.ml !== undefined) add('team', 'ml', spent.ml);
  for (const [user, usd] of Object.entries(spent.users ?? {})) add('user', user, usd);
  const periods = new Periods('UTC');
  const figures = new SpendFigures({
    ...{ atMs: nowMs, periods: windowsAt(periods, nowMs) },
    ...{ settled: new SpendSums(), open, held: new Map() },
  });
  const limits = budgets.map(limitOfBudget);
  const book = new LimitBook(limits, []);
  const teams = new Map([['ml', { organization: 'acme' }]]);
  const known = { periods, limits, book, teams, isEnforced: true, isTracked: true };
  const all = limits.map((limit) => standingOf(limit, { figures, book, nowMs, isEnforced: true }));
  return {
    known: known as unknown as Known,
    figures,
    byId: new Map(all.map((standing) => [standing.limit.id, standing])),
  };
}
