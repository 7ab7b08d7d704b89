import type { Budget } from './budget.ts';
import { moneyCounterName } from './money-counter-name.ts';
import { UNLIMITED } from './unlimited.ts';
import type { SpendSubject } from '../spend/spend-subject.ts';

/** So much fits into a counter: what a number holds exactly, and room for what is under way. */
const MOST_UNITS = 9_000_000_000_000_000;
const MICRO = 1_000n;

/** Nano-USD that a counter counts as one: a counter of large budgets counts micro-USD. */
export type CounterUnit = 1 | 1000;

/** A budget with its amounts in the unit of its counter. */
interface Measured {
  readonly budget: Budget;
  readonly limit: number;
  readonly soft: number;
  readonly hard: number;
  readonly more: number;
}

/** How a budget stands that a request counts in. Amounts are in the counter's unit. */
export interface BudgetStanding {
  readonly budget: Budget;
  readonly limit: number;
  readonly soft: number;
  readonly hard: number;
}

/** A budget that leaves no room, and how high the count may be by it, in the counter's unit. */
export interface ExceededBudget {
  readonly budget: Budget;
  readonly most: number;
}

/**
 * The spend of one subject in a window, and all budgets that look at it. Whatever their limits, they share the count: an edit never resets it. Two units are two
 * counts: a budget that grows beyond nine million USD begins anew until the ledger has told its spend.
 */
export class MoneyCounter {
  readonly subject: SpendSubject;
  readonly window: Budget['window'];
  readonly unit: CounterUnit;
  /** As counters are called. */
  readonly name: string;
  readonly budgets: readonly Budget[];

  private readonly measured: readonly Measured[];

  constructor(subject: SpendSubject, budgets: readonly [Budget, ...Budget[]]) {
    const [{ window }] = budgets;
    this.subject = subject;
    this.window = window;
    this.unit = unitOf(budgets[0]);
    this.name = moneyCounterName(this);
    this.budgets = budgets;
    this.measured = budgets.map((budget) => ({
      budget,
      limit: this.ofLimit(budget.limit),
      soft: this.ofLimit(budget.soft),
      hard: this.ofLimit(budget.hard),
      more: this.ofLimit(budget.increase?.amount ?? 0n),
    }));
  }

  /** Whether some budget may refuse a request. */
  get stops(): boolean {
    return this.budgets.some(({ action }) => action !== 'warn');
  }

  /** Nano-USD in the counter's unit, rounded up. */
  unitsOf(nanoUsd: number): number {
    return this.unit === 1 ? nanoUsd : Math.ceil(nanoUsd / this.unit);
  }

  toNanoUsd(units: number): bigint {
    return BigInt(Math.round(units)) * BigInt(this.unit);
  }

  /** The highest that the count may be; where a request is served by the cheaper model already, budgets that ask for that leave it open. */
  mostAt(atMs: number, isDowngraded: boolean): number {
    let most = UNLIMITED;
    for (const one of this.measured) {
      const { action } = one.budget;
      if (action === 'warn' || (isDowngraded && action === 'downgrade')) continue;
      most = Math.min(most, one.hard + moreAt(one, atMs));
    }
    return most;
  }

  /** Whether the strictest budget is one that has a cheaper model serve: at its limit, the request goes on. */
  yieldsAt(atMs: number): boolean {
    const ofThose = (action: Budget['action']): number =>
      this.measured.reduce(
        (most, one) =>
          one.budget.action === action ? Math.min(most, one.hard + moreAt(one, atMs)) : most,
        UNLIMITED,
      );
    const cheaper = ofThose('downgrade');
    return cheaper < UNLIMITED && cheaper <= ofThose('block');
  }

  /** The budgets with what is in force of them. */
  standingsAt(atMs: number): readonly BudgetStanding[] {
    return this.measured.map((one) => {
      const more = moreAt(one, atMs);
      return {
        budget: one.budget,
        limit: one.limit + more,
        soft: one.soft + more,
        hard: one.hard + more,
      };
    });
  }

  /** The first budget that such a count is beyond, of those that stop a request, and how high the count may be by it; one that blocks comes before those that have a cheaper model serve. */
  exceededAt(atMs: number, count: number, isDowngraded: boolean): ExceededBudget {
    const stops = this.standingsAt(atMs).filter(
      ({ budget: { action } }) => action !== 'warn' && !(isDowngraded && action === 'downgrade'),
    );
    const [tightest] = [...stops].sort((one, other) => one.hard - other.hard);
    const exceeded = stops.filter(({ hard }) => count > hard);
    const blocking = exceeded.find(({ budget: { action } }) => action === 'block');
    const found = blocking ?? exceeded[0] ?? tightest;
    const [first] = this.budgets;
    if (!first) throw new Error('a counter without a budget');
    return { budget: found?.budget ?? first, most: found?.hard ?? UNLIMITED };
  }

  private ofLimit(nanoUsd: bigint): number {
    return Math.min(MOST_UNITS, Number(nanoUsd / BigInt(this.unit)));
  }
}

const moreAt = ({ budget: { increase }, more }: Measured, atMs: number): number =>
  increase && atMs < increase.endsMs ? more : 0;

/** What limits it reaches at some time or other. */
export function unitOf({ limit, hard, increase }: Budget): CounterUnit {
  const most = (hard > limit ? hard : limit) + (increase?.amount ?? 0n);
  return most > BigInt(MOST_UNITS) ? (Number(MICRO) as 1000) : 1;
}
