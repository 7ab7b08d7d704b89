import type { Hold, Standing, Used } from '@aicp/common/counters/counters';
import { isOfTokens } from '@aicp/contracts/limits/limit';
import { addRateLimitHeaders } from './rate-limit-headers.ts';
import type { LimitPlan } from './limiter.ts';

/** What a request took of the limits that apply to it. Whatever becomes of it, one of `settle` and `giveBack` is called. */
export class TakenLimits {
  private readonly plan: LimitPlan;
  private readonly standings: readonly Standing[];
  private readonly hold: Hold;

  constructor(
    plan: LimitPlan,
    { standings, hold }: { standings: readonly Standing[]; hold: Hold },
  ) {
    this.plan = plan;
    this.standings = standings;
    this.hold = hold;
  }

  /** The request is over, and used so many tokens. */
  settle(tokens: number): void {
    const used: Used[] = [];
    let index = 0;
    for (const limit of this.plan.limits) {
      if (isOfTokens(limit)) used.push({ index, amount: tokens });
      index += 1;
    }
    this.hold.settle(used);
  }

  /** The request was not sent: it counts nowhere. */
  giveBack(): void {
    this.hold.giveBack();
  }

  /** Adds what is left, as it was when the request took its part, to a flat list of headers. */
  addHeaders(headers: string[]): void {
    addRateLimitHeaders(headers, this.plan.limits, this.standings);
  }
}
