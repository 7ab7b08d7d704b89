import type { Misfit, Standing } from '@aicp/common/counters/counters';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { isBeyond, quotaExceeded, type BudgetRefused } from '@aicp/contracts/budgets/refusal';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { LimitPlan } from '../../limits/limiter.ts';
import { toRefusal, type Refusal } from '../exchange/refusal.ts';

/**
 * A refusal by the budget that takes the longest to begin anew, of those that have no room, and of those that have a cheaper model serve only where no other refuses; undefined where none refuses. OpenAI's clients ask again after a
 * 429 unless they are told not to.
 */
export function budgetRefusal(plan: LimitPlan, misfit: Misfit): Refusal | undefined {
  const refused = misfit.refusedBy
    .flatMap((index) => refusing(plan, misfit, index) ?? [])
    .sort((one, other) => yieldOf(one) - yieldOf(other) || other.resetMs - one.resetMs)[0];
  if (!refused) return undefined;
  const { counter, demand, count, resetMs } = refused;
  const isDowngraded = plan.isDowngraded === true;
  const { budget, most } = counter.exceededAt(plan.at, count + demand.amount, isDowngraded);
  const asked: BudgetRefused = {
    budget,
    subject: counter.subject,
    most: counter.toNanoUsd(most),
    count: counter.toNanoUsd(count),
    cost: counter.toNanoUsd(demand.amount),
    resetsAtMs: endOf(demand),
    isLost: misfit.isLost === true,
    isUngranted: misfit.isUngranted === true,
    isUndowngraded: misfit.refusedBy.every((index) => plan.demands[index]?.yields === true),
  };
  const policy = budget.kind === 'Budget' ? budget.name : undefined;
  return { ...toRefusal(quotaExceeded(asked), headersOf(asked, resetMs)), policy };
}

/** When to come again: not at all with what is more than the budget ever has. */
function headersOf(asked: BudgetRefused, resetMs: number): string[] {
  if (isBeyond(asked)) return ['x-should-retry', 'false'];
  return asked.isUngranted
    ? ['x-should-retry', 'true', 'retry-after', String(UNGRANTED_SECONDS)]
    : ['x-should-retry', 'false', 'retry-after', String(Math.max(1, Math.ceil(resetMs / 1000)))];
}

/** The budget service is called every second: when it answers again, there may be room. */
const UNGRANTED_SECONDS = 2;

interface Refusing {
  readonly counter: MoneyCounter;
  readonly demand: Demand;
  readonly count: number;
  readonly resetMs: number;
}

function refusing(plan: LimitPlan, { standings }: Misfit, index: number): Refusing | undefined {
  const counter = plan.money[index - plan.limits.length];
  const [demand, standing] = [plan.demands[index], standings[index]];
  if (!counter || !demand || !standing) return undefined;
  return { counter, demand, count: countOf(demand, standing), resetMs: standing.resetMs };
}

const yieldOf = ({ demand }: Refusing): number => Number(demand.yields === true);

/** What is spent or reserved. */
export const countOf = (demand: Demand, { limit, remaining, over = 0 }: Standing): number =>
  (limit ?? demand.limit) - remaining + over;

/** When the window of money ends, milliseconds since 1970. */
export const endOf = ({ window }: Demand): number =>
  window.kind === 'period' ? window.endsMs : Infinity;
