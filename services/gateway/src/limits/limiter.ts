import type { Counters, Misfit, Standing, Taken } from '@aicp/common/counters/counters';
import { misfitOf } from '@aicp/common/counters/ledger';
import { demandsOf, type Demand } from '@aicp/contracts/limits/demands';
import type { Limit } from '@aicp/contracts/limits/limit';
import type { LimitedModel, RateLimits } from '@aicp/contracts/limits/rate-limits';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { Holders } from '../memory/holders.ts';
import { ClaimedUsers, type Claim } from './claimed-users.ts';

/** A request, as far as limits go by it. */
export interface LimitedRequest {
  readonly rateLimits: RateLimits;
  readonly principal: Principal;
  /** The user that the request itself names. */
  readonly user: string | undefined;
  /** That nobody can be asked for it, such as where each provider is switched off; absent: somebody can. */
  readonly isUnservable?: boolean;
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
  /** The user whom the request names, where that one is counted. */
  readonly claim?: Claim | undefined;
}

const NOTHING: LimitPlan = { limits: [], demands: [] };

/** Counts requests by the limits that apply to them. */
export class Limiter {
  private readonly counters: Counters;
  private readonly holders: Pick<Holders, 'find'>;
  private readonly claimed = new ClaimedUsers();

  /** `holders`: who has requests under way here. */
  constructor(counters: Counters, holders: Pick<Holders, 'find'>) {
    this.counters = counters;
    this.holders = holders;
  }

  /** What applies to a request; empty where nothing does. */
  plan(request: LimitedRequest): LimitPlan {
    const claim = this.claimOf(request);
    const limits = this.limitsOf(request, claim);
    return limits.length === 0 ? NOTHING : this.planOf(limits, request, claim);
  }

  /** The same of these limits alone. */
  planOf(limits: readonly Limit[], request: LimitedRequest, claim?: Claim): LimitPlan {
    const { tokens, sureTokens, at, rateLimits } = request;
    const { days } = rateLimits;
    const demands = demandsOf(limits, { tokens, sureTokens, at, days });
    return { limits, demands, claim };
  }

  /** Takes all of it or nothing. Calls back in the same turn where nobody else has to be asked. */
  take(plan: LimitPlan, done: (taken: Taken) => void): void {
    if (!plan.claim) this.counters.take(plan.demands, done);
    else {
      this.counters.take(plan.demands, (taken) => {
        if (taken.isTaken) this.taken(plan);
        done(taken);
      });
    }
  }

  /** A request was taken, now or by a process before this one. */
  taken({ claim }: LimitPlan): void {
    if (claim) this.claimed.keep(claim);
  }

  /** How counters stand that somebody names who knows users by their names alone. `dayStarts`: when the day began, ms since 1970. */
  peekNamed(demands: readonly Demand[], dayStarts: number): Promise<Misfit> {
    return this.look(
      demands.map((demand) => ({
        ...demand,
        counter: this.claimed.counterOf(demand.counter, dayStarts),
      })),
    );
  }

  /** What a request would be told that comes now: what `take` would say, and what the stage `admit` would before. */
  peek({ demands }: LimitPlan): Promise<Misfit> {
    return this.look(demands);
  }

  /** How the counters stand, as far as that is known at once. */
  known({ demands }: LimitPlan): readonly (Standing | undefined)[] {
    return demands.length === 0 ? [] : this.counters.known(demands);
  }

  /** Requests whose bodies are still to come are in no counter, and have their place here all the same. */
  private async look(demands: readonly Demand[]): Promise<Misfit> {
    const misfit = await this.counters.peek(demands);
    const refusedBy = [...misfit.refusedBy];
    const standings = misfit.standings.map((standing, index) => {
      const [amount, free] = this.turnsFor(demands[index]);
      if (free >= standing.remaining) return standing;
      if (amount > free && !refusedBy.includes(index)) refusedBy.push(index);
      return { ...standing, remaining: free };
    });
    return { ...misfit, ...misfitOf(standings, refusedBy) };
  }

  /** What a demand asks for of the turns of a key or an organization, and what they leave of its limit. */
  private turnsFor(demand: Demand | undefined): readonly [amount: number, free: number] {
    const holder = demand?.window.kind === 'now' ? this.holders.find(demand.counter) : undefined;
    return demand && holder
      ? [demand.amount, Math.max(0, demand.limit - holder.turns)]
      : [0, Infinity];
  }

  private limitsOf(request: LimitedRequest, claim: Claim | undefined): readonly Limit[] {
    const { rateLimits, principal, model } = request;
    const { organization } = principal;
    const ofKey = rateLimits.of(principal);
    const ofModel = model ? rateLimits.ofModel(model, organization) : NOTHING.limits;
    const ofUser = claim
      ? rateLimits.ofClaimedUser(claim.user, claim.name, organization)
      : NOTHING.limits;
    if (ofModel.length === 0 && ofUser.length === 0) return ofKey;
    return [...ofKey, ...ofModel, ...ofUser];
  }

  /** A key's own user counts with the key. */
  private claimOf(request: LimitedRequest): Claim | undefined {
    const { rateLimits, principal, user, at } = request;
    const { organization } = principal;
    if (user === undefined || user === '' || principal.user !== undefined) return undefined;
    if (!rateLimits.countsUser(user, organization)) return undefined;
    const dayStarts = rateLimits.days.around(at)[1] ?? 0;
    const { claimed } = this;
    const name =
      request.isUnservable === true
        ? claimed.knownNameOf(user, organization, dayStarts)
        : claimed.nameOf(user, organization, dayStarts);
    return { user, name, organization, dayStarts };
  }
}
