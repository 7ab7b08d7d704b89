import type { Counters } from '@aicp/common/counters/counters';
import type { Clock } from '@aicp/common/time/clock';
import { UNLIMITED } from '@aicp/contracts/budgets/unlimited';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { totalOf } from '@aicp/contracts/usage/token-totals';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { Runtime } from '../../routing/runtime.ts';
import type { Limiter, LimitPlan } from '../limiter.ts';
import { holderOf, isOfNow, principalsOf, requestOf } from './recorded-request.ts';
import { TakenLimits, type HeldLimits, type UsedOfLimits } from '../taken-limits.ts';

export interface EarlierHoldsOptions {
  readonly limiter: Limiter;
  readonly counters: Counters;
  readonly clock: Pick<Clock, 'now'>;
}

/** Somebody who holds something is done with it. */
export type Settling = Pick<HeldLimits, 'settle'>;

const NOTHING: Settling = { settle: () => undefined };

/**
 * Takes what a request holds that an earlier process sent and that goes on: what a process holds dies with it. It is taken whatever the limits, since the request
 * was let through, in the windows of now that it came in.
 */
export class EarlierHolds {
  private readonly options: EarlierHoldsOptions;
  private readonly runtime: Runtime;
  private readonly principals: ReadonlyMap<string, Principal>;

  constructor(options: EarlierHoldsOptions, runtime: Runtime) {
    this.options = options;
    this.runtime = runtime;
    this.principals = principalsOf(runtime);
  }

  /** `record`: with the tokens and the cost that are likely. A key that is gone holds nothing. */
  take(record: UsageRecord): Settling {
    const principal = this.principals.get(holderOf(record));
    if (!principal) return NOTHING;
    const { limiter, counters } = this.options;
    const request = { principal, runtime: this.runtime, tokens: totalOf(record) };
    const plan = this.stillOf(limiter.plan(requestOf(record, request)));
    if (plan.demands.length === 0) return NOTHING;
    const taking = new Taking(counters.hasLedger === true);
    limiter.take(plan, (taken) => {
      if (taken.isTaken) taking.taken(new TakenLimits(plan, taken));
    });
    return taking;
  }

  private stillOf(plan: LimitPlan): LimitPlan {
    const { limits, money, demands, at } = plan;
    const times = { at, now: this.options.clock.now() };
    const kept = demands.map((demand) => this.isStill(demand, times));
    return {
      ...plan,
      limits: limits.filter((_, index) => kept[index]),
      money: money.filter((_, index) => kept[limits.length + index]),
      demands: demands.filter((_, index) => kept[index]).map(withoutLimit),
    };
  }

  /** What was not held counts already where counts outlive a process. */
  private isStill({ window, isHeld }: Demand, times: Parameters<typeof isOfNow>[1]): boolean {
    if (window.kind === 'now') return true;
    return isOfNow(window, times) && (isHeld || this.options.counters.outlivesProcess !== true);
  }
}

const withoutLimit = ({ counter, window, amount, isHeld }: Demand): Demand => ({
  ...{ counter, window, amount, isHeld },
  limit: UNLIMITED,
});

/** What is taken when others were asked; it may be over before that. */
class Taking implements Settling {
  private readonly isTold: boolean;
  private held: TakenLimits | undefined;
  private used: UsedOfLimits | undefined;

  /** `isTold`: whether a ledger tells what it cost. */
  constructor(isTold: boolean) {
    this.isTold = isTold;
  }

  taken(held: TakenLimits): void {
    this.held = held;
    if (this.used) held.settle(this.used);
  }

  settle(used: UsedOfLimits): void {
    this.used = this.isTold ? { ...used, cost: 0 } : used;
    this.held?.settle(this.used);
  }
}
