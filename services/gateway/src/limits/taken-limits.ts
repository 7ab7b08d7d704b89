import type { Hold, Standing, Used } from '@aicp/common/counters/counters';
import { isOfTokens, isSharedByAll, type Limit } from '@aicp/contracts/limits/limit';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { isSpendOf, type Payer } from '@aicp/contracts/spend/payer';
import { addRateLimitHeaders } from './rate-limit-headers.ts';
import type { LimitPlan } from './limiter.ts';

const NONE: readonly Standing[] = [];

/** What a request holds of limits. Whatever becomes of it, one of `settle` and `giveBack` is called. */
export interface HeldLimits {
  /** The request is over. */
  settle(used: UsedOfLimits): void;
  /** The request was not sent: it counts nowhere. */
  giveBack(): void;
  /** Adds what is left, as it was when the request took its part, to a flat list of headers. */
  addHeaders(headers: string[]): void;
}

/** What a request used of what limits count. */
export interface UsedOfLimits {
  readonly tokens: number;
  /** Of what organizations share it counts so many tokens, or what it reserved if that is more. */
  readonly most: number;
  /** What it cost, nano-USD. */
  readonly cost: number;
  readonly payer: Payer;
  /** What was spent beside it, and by whom; absent: nothing. */
  readonly beside?: { readonly cost: number; readonly payer: Payer } | undefined;
}

/** What a request took of limits and budgets, in one step. */
export class TakenLimits implements HeldLimits {
  /** How the limits stood when the request took its part, in their order, and how the budgets did. */
  readonly standings: readonly Standing[];
  readonly ofMoney: readonly Standing[];
  private readonly plan: LimitPlan;
  private readonly hold: Hold;

  constructor(
    plan: LimitPlan,
    { standings, hold }: { standings: readonly Standing[]; hold: Hold },
  ) {
    const { length } = plan.limits;
    this.plan = plan;
    this.standings = plan.money.length === 0 ? standings : standings.slice(0, length);
    this.ofMoney = plan.money.length === 0 ? NONE : standings.slice(length);
    this.hold = hold;
  }

  get limits(): readonly Limit[] {
    return this.plan.limits;
  }

  get demands(): LimitPlan['demands'] {
    return this.plan.demands;
  }

  /** Lets go of some, by index, before the others. What they counted `stays` where the request was sent to what they limit. */
  release(indexes: readonly number[], stays: boolean): void {
    this.hold.release(indexes, stays);
  }

  settle(spent: UsedOfLimits): void {
    const { tokens, most } = spent;
    const used: Used[] = [];
    let index = 0;
    for (const limit of this.plan.limits) {
      if (isOfTokens(limit)) {
        const isBounded = tokens > most && isSharedByAll(limit);
        const reserved = this.plan.demands[index]?.amount ?? 0;
        used.push({
          index,
          amount: isBounded ? Math.min(tokens, Math.max(reserved, most)) : tokens,
        });
      }
      index += 1;
    }
    for (const counter of this.plan.money) {
      used.push({ index, amount: counter.unitsOf(spentOf(counter, spent)) });
      index += 1;
    }
    this.hold.settle(used);
  }

  giveBack(): void {
    this.hold.giveBack();
  }

  addHeaders(headers: string[]): void {
    addRateLimitHeaders(headers, this.plan.limits, this.standings);
  }
}

/** What a budget counts of it, nano-USD. */
function spentOf(
  { subject }: MoneyCounter,
  { cost, payer, beside }: Pick<UsedOfLimits, 'cost' | 'payer' | 'beside'>,
): number {
  const own = isSpendOf(subject, payer) ? cost : 0;
  // Another model was asked for that: budgets of models count those that serve.
  if (!beside || subject.scope === 'model') return own;
  return isSpendOf(subject, beside.payer) ? own + beside.cost : own;
}
