import type { Limit } from '@aicp/contracts/limits/limit';
import type { LimitPlan } from '../../limits/limiter.ts';
import { limitedRequest } from '../../pipeline/limits/limited-request.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';

/** What is taken for a session: `session`: the limits on requests at a time, for as long as it lasts; `response`: all others, for each of its responses. */
export interface SessionPlans {
  readonly session: LimitPlan;
  readonly response: LimitPlan;
}

const isOfTurns = ({ measure }: Limit): boolean => measure === 'concurrent';

/** The limits and budgets that apply, parted: a session is one request at a time, however many responses it has. */
export function sessionPlans(phase: Routed): SessionPlans {
  const { limiter } = phase.exchange.gateway;
  const request = limitedRequest(phase, phase.candidates[0]);
  const { limits, money, claim } = limiter.plan(request);
  return {
    session: limiter.planOf({ limits: limits.filter(isOfTurns), money: [] }, request),
    response: limiter.planOf(
      { limits: limits.filter((limit) => !isOfTurns(limit)), money },
      request,
      claim,
    ),
  };
}
