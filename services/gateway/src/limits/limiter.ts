import type { Counters, Misfit, Standing, Taken } from '@aicp/common/counters/counters';
import { misfitOf } from '@aicp/common/counters/ledger';
import { demandsOf, type Demand } from '@aicp/contracts/limits/demands';
import type { Budgets } from '@aicp/contracts/budgets/budgets';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { moneyDemands, type LikelyCost } from '@aicp/contracts/budgets/money-demands';
import type { Limit } from '@aicp/contracts/limits/limit';
import type { LimitedModel, RateLimits } from '@aicp/contracts/limits/rate-limits';
import { isSpendOf } from '@aicp/contracts/spend/payer';
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
  /** Limits that what is asked has of its own; absent: none. */
  readonly more?: readonly Limit[] | undefined;
  /** All that it may take. */
  readonly tokens: number;
  /** What of that is sure; absent: all of it. */
  readonly sureTokens?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Which budgets count it, and what it may cost; undefined where no budget does. */
  readonly spend?: SpendRequest | undefined;
}

/** A request, as far as budgets go by it. */
export interface SpendRequest {
  readonly budgets: Budgets;
  /** Those that it brings itself. */
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly costOf: (counter: MoneyCounter) => LikelyCost;
  readonly isDowngraded: boolean;
  /** Whether all who may serve it are paid by its organization: it asks nothing of the platform's budgets, also where these are exceeded. Absent: not all. */
  readonly isOwn?: boolean;
}

/** The limits and the budgets that apply to a request, and what it asks of their counters: first of limits, then of money, in the same order. */
export interface LimitPlan {
  readonly limits: readonly Limit[];
  readonly money: readonly MoneyCounter[];
  readonly demands: readonly Demand[];
  /** When the request came, milliseconds since 1970. */
  readonly at: number;
  /** Whether budgets that ask for the cheaper model have it. */
  readonly isDowngraded?: boolean | undefined;
  /** The user whom the request names, where that one is counted. */
  readonly claim?: Claim | undefined;
}

const NOTHING: LimitPlan = { limits: [], money: [], demands: [], at: 0 };

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
    const money = moneyOf(request);
    if (limits.length === 0 && money.length === 0) return NOTHING;
    return this.planOf({ limits, money }, request, claim);
  }

  /** The same of these limits and budgets alone. */
  planOf(
    { limits, money }: Pick<LimitPlan, 'limits' | 'money'>,
    request: LimitedRequest,
    claim?: Claim,
  ): LimitPlan {
    const { tokens, sureTokens, at, rateLimits, spend } = request;
    const { days } = rateLimits;
    const demands = demandsOf(limits, { tokens, sureTokens, at, days });
    if (spend) demands.push(...moneyDemands(money, { ...spend, at }));
    return { limits, money, demands, at, isDowngraded: spend?.isDowngraded, claim };
  }

  /** Takes all of it, or all of `otherwise`, or nothing, in one step. Calls back in the same turn where nobody else has to be asked. */
  take(plan: LimitPlan, done: (taken: Taken) => void, otherwise?: LimitPlan): void {
    if (!plan.claim) this.counters.take(plan.demands, done, otherwise?.demands);
    else {
      const told = (taken: Taken): void => {
        if (taken.isTaken) this.taken(plan);
        done(taken);
      };
      this.counters.take(plan.demands, told, otherwise?.demands);
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
    const { rateLimits, principal, model, more = NOTHING.limits } = request;
    const { organization } = principal;
    const ofKey = rateLimits.of(principal);
    const ofModel = model ? rateLimits.ofModel(model, organization) : NOTHING.limits;
    const ofUser = claim
      ? rateLimits.ofClaimedUser(claim.user, claim.name, organization)
      : NOTHING.limits;
    if (ofModel.length === 0 && ofUser.length === 0 && more.length === 0) return ofKey;
    return [...ofKey, ...ofModel, ...ofUser, ...more];
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

/** All counters of money that a request counts in, each once: no two of these have a subject in common. */
function moneyOf({ spend, principal, model }: LimitedRequest): readonly MoneyCounter[] {
  if (!spend) return NOTHING.money;
  const { budgets, tags, isOwn = false } = spend;
  const ofKey = budgets.of(principal);
  const ofTags = budgets.ofTags(principal, tags);
  const ofModel = model ? budgets.ofModel(model, principal.organization) : NOTHING.money;
  const all =
    ofTags.length === 0 && ofModel.length === 0 ? ofKey : [...ofKey, ...ofTags, ...ofModel];
  return isOwn ? all.filter(({ subject }) => isSpendOf(subject, 'organization')) : all;
}
