import type { Misfit } from '@aicp/common/counters/counters';
import type { Limit } from '@aicp/contracts/limits/limit';
import { beyondLimit, limitReached, policyOf } from '@aicp/contracts/limits/refusal';
import type { LimitedRequest, LimitPlan } from '../../limits/limiter.ts';
import { addRateLimitHeaders } from '../../limits/rate-limit-headers.ts';
import type { TakenLimits } from '../../limits/taken-limits.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { likelyTokens } from './likely-tokens.ts';
import type { Routed } from './phases.ts';
import { toRefusal, type Refusal } from './refusal.ts';

/** The request as limits go by it, if it is sent to that model. */
export function limitedRequest(phase: Routed, model: RuntimeModel | undefined): LimitedRequest {
  const { exchange, principal, input } = phase;
  const [prompt, answers] = likelyTokens(phase, model, { isBounded: true });
  return {
    rateLimits: exchange.runtime.rateLimits,
    principal,
    user: input.user,
    model,
    tokens: prompt + answers,
    sureTokens: input.maxTokens === undefined ? prompt : prompt + answers,
    at: exchange.at,
  };
}

/** A refusal of what asks for more than a limit ever has: to try again does not help. */
export function beyond({ limits, demands }: LimitPlan): Refusal | undefined {
  const index = demands.findIndex(({ amount, limit: most }) => amount > most);
  const one = limits[index];
  if (!one) return undefined;
  const refused = beyondLimit(one, demands[index]?.amount ?? 0);
  return { ...toRefusal(refused, ['x-should-retry', 'false']), policy: policyOf(one) };
}

/** A refusal by the limit that takes the longest to have room again. `held`: what the request holds of other limits. */
export function reached(
  { limits }: LimitPlan,
  { refusedBy, standings, retryAfterMs }: Misfit,
  held?: TakenLimits,
): Refusal {
  const wait = (index: number): number => standings[index]?.resetMs ?? 0;
  const [last = 0] = [...refusedBy].sort((a, b) => wait(b) - wait(a));
  const one = limits[last];
  if (!one) throw new Error('a refusal without a limit');
  const headers: string[] = [];
  if (held) {
    const all = [...held.standings, ...standings];
    addRateLimitHeaders(headers, [...held.limits, ...limits], all);
  } else addRateLimitHeaders(headers, limits, standings);
  return refusalBy(one, retryAfterMs, headers);
}

/** A refusal by a limit that may have room again after so many milliseconds. */
export function refusalBy(
  limit: Limit,
  retryAfterMs: number,
  headers: readonly string[] = [],
): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const refused = limitReached(limit, seconds);
  const after = ['retry-after', String(seconds), ...headers];
  return { ...toRefusal(refused, after), policy: policyOf(limit) };
}
