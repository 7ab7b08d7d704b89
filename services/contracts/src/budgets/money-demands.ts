import type { Demand } from '../limits/demands.ts';
import type { Budgets } from './budgets.ts';
import type { MoneyCounter } from './money-counter.ts';
import { UNLIMITED } from './unlimited.ts';

/** What a request may cost, nano-USD. */
export interface LikelyCost {
  /** All that it is likely to cost. */
  readonly likely: number;
  /** What of that is sure: its prompt, and an answer whose length the client named. */
  readonly sure: number;
}

export const NO_COST: LikelyCost = { likely: 0, sure: 0 };

/** A request, as far as its cost goes. */
export interface Spending {
  readonly budgets: Pick<Budgets, 'periods' | 'isEnforced'>;
  /** What it may cost, by whose spend is counted. */
  readonly costOf: (counter: MoneyCounter) => LikelyCost;
  /** Whether the cheaper model serves it, so that budgets which ask for that leave it open. */
  readonly isDowngraded: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What a request asks of these counters, in their order. What is only likely never makes it ask for more than a budget ever has: it would be refused for good for
 * an answer that it may not need.
 */
export function moneyDemands(counters: readonly MoneyCounter[], spending: Spending): Demand[] {
  const { budgets, costOf, isDowngraded, at } = spending;
  return counters.map((counter) => {
    const most = budgets.isEnforced ? counter.mostAt(at, isDowngraded) : UNLIMITED;
    const cost = costOf(counter);
    const sure = counter.unitsOf(cost.sure);
    return {
      counter: counter.name,
      window: budgets.periods.windowAt(counter.window, at),
      limit: most,
      amount: Math.max(sure, Math.min(counter.unitsOf(cost.likely), most)),
      sure,
      isHeld: true,
      ...(!isDowngraded && counter.yieldsAt(at) ? { yields: true } : {}),
    };
  });
}
