import type { Standing } from '@aicp/common/counters/counters';
import { budgetNotes, type BudgetNotes } from '@aicp/contracts/budgets/budget-notes';
import type { LimitPlan } from '../../limits/limiter.ts';
import { countOf, endOf } from './budget-refusal.ts';

const NOTHING: BudgetNotes = { steps: [], warning: undefined };

/** What is to be told of the budgets of a plan. `standings`: of its demands of money, in their order. */
export function notesOf(
  { money, demands, limits, at }: LimitPlan,
  standings: readonly (Standing | undefined)[],
  { all }: { readonly all: boolean },
): BudgetNotes {
  if (money.length === 0) return NOTHING;
  const counted = money.flatMap((counter, index) => {
    const demand = demands[limits.length + index];
    const standing = standings[index];
    if (!demand || !standing) return [];
    return [
      {
        counter,
        count: countOf(demand, standing),
        held: standing.held ?? 0,
        endsMs: endOf(demand),
      },
    ];
  });
  return budgetNotes(counted, { at, all });
}
