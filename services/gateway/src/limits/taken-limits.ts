import type { Hold, Standing, Used } from '@aicp/common/counters/counters';
import { isOfTokens, isSharedByAll, type Limit } from '@aicp/contracts/limits/limit';
import { addRateLimitHeaders } from './rate-limit-headers.ts';
import type { LimitPlan } from './limiter.ts';

/** What a request holds of limits. Whatever becomes of it, one of `settle` and `giveBack` is called. */
export interface HeldLimits {
  /** The request is over, and used so many tokens. Of what organizations share it counts `most` of them, or what it reserved if that is more. */
  settle(tokens: number, most: number): void;
  /** The request was not sent: it counts nowhere. */
  giveBack(): void;
  /** Adds what is left, as it was when the request took its part, to a flat list of headers. */
  addHeaders(headers: string[]): void;
}

/** What a request took of limits, in one step. */
export class TakenLimits implements HeldLimits {
  /** How the limits stood when the request took its part, in their order. */
  readonly standings: readonly Standing[];
  private readonly plan: LimitPlan;
  private readonly hold: Hold;

  constructor(
    plan: LimitPlan,
    { standings, hold }: { standings: readonly Standing[]; hold: Hold },
  ) {
    this.plan = plan;
    this.standings = standings;
    this.hold = hold;
  }

  get limits(): readonly Limit[] {
    return this.plan.limits;
  }

  /** Lets go of some, by index, before the others. What they counted `stays` where the request was sent to what they limit. */
  release(indexes: readonly number[], stays: boolean): void {
    this.hold.release(indexes, stays);
  }

  settle(tokens: number, most: number): void {
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
    this.hold.settle(used);
  }

  giveBack(): void {
    this.hold.giveBack();
  }

  addHeaders(headers: string[]): void {
    addRateLimitHeaders(headers, this.plan.limits, this.standings);
  }
}
