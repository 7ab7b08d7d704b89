import { Budgets } from '@aicp/contracts/budgets/budgets';
import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import type { BudgetFragment } from '@aicp/contracts/snapshot/sections/budgets';

/** A budget of each key and a calendar month, in USD, if nothing else is said. */
export const budget = (
  id: string,
  usd: string,
  more: Partial<BudgetFragment> = {},
): BudgetFragment => {
  const limit = nanoUsdOf(usd);
  return {
    source: { kind: 'Budget', name: id, uid: `Budget-${id}`, generation: 1 },
    id,
    scope: 'key',
    window: 'month',
    limit: String(limit),
    soft: String((limit * 4n) / 5n),
    hard: String(limit),
    softPercent: 0.8,
    hardPercent: 1,
    action: 'block',
    ...more,
  };
};

/** What a runtime without budgets has of them. */
export const WITHOUT_BUDGETS = {
  budgets: new Budgets({ budgets: [], timeZone: 'UTC', isEnforced: true }),
  settings: { costTracking: true },
};
