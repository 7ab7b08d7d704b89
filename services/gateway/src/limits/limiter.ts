import type { Counters, Misfit, Taken } from '@aicp/common/counters/counters';
import { demandsOf, type Demand } from '@aicp/contracts/limits/demands';
import type { Limit } from '@aicp/contracts/limits/limit';
import type { LimitedModel, RateLimits } from '@aicp/contracts/limits/rate-limits';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { ClaimedUsers } from './claimed-users.ts';

/** A request, as far as limits go by it. */
export interface LimitedRequest {
  readonly rateLimits: RateLimits;
  readonly principal: Principal;
  /** The user that the request itself names. */
  readonly user: string | undefined;
  /** Who serves first; undefined where that is not known. */
  readonly model: LimitedModel | undefined;
  /** All that it may take. */
  readonly tokens: number;
  /** What of that is sure; absent: all of it. */
  readonly sureTokens?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The limits that apply to a request, and what it asks of their counters, in the same order. */
export interface LimitPlan {
  readonly limits: readonly Limit[];
  readonly demands: readonly Demand[];
}

const NOTHING: LimitPlan = { limits: [], demands: [] };

/** Counts requests by the limits that apply to them. */
export class Limiter {
  private readonly counters: Counters;
  private readonly claimed = new ClaimedUsers();

  constructor(counters: Counters) {
    this.counters = counters;
  }

  /** What applies to a request; empty where nothing does. */
  plan(request: LimitedRequest): LimitPlan {
    const limits = this.limitsOf(request);
    return limits.length === 0 ? NOTHING : this.planOf(limits, request);
  }

  /** The same of these limits alone. */
  planOf(limits: readonly Limit[], request: LimitedRequest): LimitPlan {
    const { tokens, sureTokens, at, rateLimits } = request;
    const { days } = rateLimits;
    return { limits, demands: demandsOf(limits, { tokens, sureTokens, at, days }) };
  }

  /** Takes all of it or nothing. Calls back in the same turn where nobody else has to be asked. */
  take({ demands }: LimitPlan, done: (taken: Taken) => void): void {
    this.counters.take(demands, done);
  }

  /** What `take` would say. */
  peek({ demands }: LimitPlan): Promise<Misfit> {
    return this.counters.peek(demands);
  }

  /** The same at once; undefined where somebody would have to be asked. */
  glance({ demands }: LimitPlan): Misfit | undefined {
    return demands.length === 0 ? undefined : this.counters.glance?.(demands);
  }

  private limitsOf(request: LimitedRequest): readonly Limit[] {
    const { rateLimits, principal, model } = request;
    const { organization } = principal;
    const ofKey = rateLimits.of(principal);
    const ofModel = model ? rateLimits.ofModel(model, organization) : NOTHING.limits;
    const ofUser = this.ofClaimedUser(request);
    if (ofModel.length === 0 && ofUser.length === 0) return ofKey;
    return [...ofKey, ...ofModel, ...ofUser];
  }

  /** A key's own user counts with the key. */
  private ofClaimedUser({ rateLimits, principal, user, at }: LimitedRequest): readonly Limit[] {
    const { organization } = principal;
    if (user === undefined || user === '' || principal.user !== undefined) return NOTHING.limits;
    if (!rateLimits.countsUser(user, organization)) return NOTHING.limits;
    const name = this.claimed.nameOf(user, organization, rateLimits.days.around(at)[1] ?? 0);
    return rateLimits.ofClaimedUser(user, name, organization);
  }
}
