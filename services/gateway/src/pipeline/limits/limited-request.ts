import type { Misfit } from '@aicp/common/counters/counters';
import type { Limit } from '@aicp/contracts/limits/limit';
import {
  beyondLimit,
  beyondShare,
  beyondShareForNow,
  limitReached,
  policyOf,
} from '@aicp/contracts/limits/refusal';
import type { LimitedRequest, LimitPlan } from '../../limits/limiter.ts';
import { addRateLimitHeaders } from '../../limits/rate-limit-headers.ts';
import type { TakenLimits } from '../../limits/taken-limits.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { budgetRefusal } from '../spend/budget-refusal.ts';
import { spendRequest } from '../spend/likely-cost.ts';
import { likelyTokens } from '../exchange/likely-tokens.ts';
import type { Routed } from '../exchange/phases.ts';
import { toRefusal, type Refusal } from '../exchange/refusal.ts';

/** The request as limits go by it, if it is sent to that model. */
export function limitedRequest(phase: Routed, model: RuntimeModel | undefined): LimitedRequest {
  const { exchange, principal, input, candidates } = phase;
  if (exchange.cache?.state === 'hit') return repeatedRequest(phase);
  const [prompt, answers] = likelyTokens(phase, model, { isBounded: true });
  return {
    rateLimits: exchange.runtime.rateLimits,
    principal,
    user: input.user,
    isUnservable: input.user !== undefined && candidates.every(isUnusable),
    model,
    tokens: prompt + answers,
    sureTokens: input.maxTokens === undefined ? prompt : prompt + answers,
    at: exchange.at,
    spend: spendRequest(phase, model),
  };
}

/** What is answered from the cache is a request of who sends it, and asks nothing of models and budgets. */
const repeatedRequest = ({ exchange, principal, input }: Routed): LimitedRequest => ({
  rateLimits: exchange.runtime.rateLimits,
  principal,
  user: input.user,
  model: undefined,
  tokens: 0,
  at: exchange.at,
});

const isUnusable = ({ provider }: RuntimeModel): boolean => provider.unusable !== undefined;

/** A refusal of what asks for more than a limit ever has: to try again does not help. */
export function beyond({ limits, demands }: LimitPlan): Refusal | undefined {
  const index = demands.findIndex(({ amount, limit: most }) => amount > most);
  const one = limits[index];
  if (!one) return undefined;
  const refused = beyondLimit(one, demands[index]?.amount ?? 0);
  return { ...toRefusal(refused, ['x-should-retry', 'false']), policy: policyOf(one) };
}

/** A refusal by the limit that takes the longest to have room again. `held`: what the request holds of other limits. */
export function reached(plan: LimitPlan, misfit: Misfit, held?: TakenLimits): Refusal {
  const { limits } = plan;
  const { standings, retryAfterMs } = misfit;
  const ofBudget = budgetRefusal(plan, misfit);
  if (ofBudget) return ofBudget;
  const { refusedBy } = misfit;
  const wait = (index: number): number => standings[index]?.resetMs ?? 0;
  const [last = 0] = [...refusedBy].sort((a, b) => wait(b) - wait(a));
  const one = limits[last];
  if (!one) throw new Error('a refusal without a limit');
  const headers: string[] = [];
  if (held) {
    const all = [...held.standings, ...standings];
    addRateLimitHeaders(headers, [...held.limits, ...limits], all);
  } else addRateLimitHeaders(headers, limits, standings);
  return ofShare(plan, misfit, headers) ?? refusalBy(one, retryAfterMs, headers);
}

/** Nobody knows when gateways count together again: it is asked for so often, s. */
const LOST_SECONDS = 60;

/** A refusal of what asks for more than this gateway's share of a limit: that does not fit when the window ends. */
function ofShare(
  { limits, demands }: LimitPlan,
  { standings, refusedBy, retryAfterMs, isLost }: Misfit,
  headers: readonly string[],
): Refusal | undefined {
  const shareOf = (index: number): number => standings[index]?.limit ?? Infinity;
  const tokensOf = (index: number): number => demands[index]?.amount ?? 0;
  const beyondIt = refusedBy.find((index) => tokensOf(index) > shareOf(index));
  const one = beyondIt === undefined ? undefined : limits[beyondIt];
  if (beyondIt === undefined || !one) return undefined;
  const asked = { share: shareOf(beyondIt), tokens: tokensOf(beyondIt) };
  const policy = policyOf(one);
  if (isLost !== true) {
    const never = ['x-should-retry', 'false', ...headers];
    return { ...toRefusal(beyondShare(one, asked), never), policy };
  }
  const retryAfterSeconds = Math.min(LOST_SECONDS, secondsOf(retryAfterMs));
  const refused = beyondShareForNow(one, { ...asked, retryAfterSeconds });
  return { ...toRefusal(refused, ['retry-after', String(retryAfterSeconds), ...headers]), policy };
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** A refusal by a limit that may have room again after so many milliseconds. */
export function refusalBy(
  limit: Limit,
  retryAfterMs: number,
  headers: readonly string[] = [],
): Refusal {
  const seconds = secondsOf(retryAfterMs);
  const refused = limitReached(limit, seconds);
  const after = ['retry-after', String(seconds), ...headers];
  return { ...toRefusal(refused, after), policy: policyOf(limit) };
}
