import type { LimitPlan } from '../../limits/limiter.ts';
import { TakenLimits } from '../../limits/taken-limits.ts';
import type { Arrived, Routed } from '../exchange/phases.ts';
import type { Refusal } from '../exchange/refusal.ts';
import type { Flow } from '../exchange/stage.ts';
import { beyond, reached } from './limited-request.ts';

/** Takes what a plan asks, or refuses what it asks more than a limit ever has. */
export function takeOrRefuse(phase: Routed, plan: LimitPlan, flow: Flow<Routed>): void {
  const refusal = beyond(plan);
  if (refusal) flow.refuse(noted(phase, refusal));
  else take(phase, plan, flow);
}

/** Takes what a plan asks, and passes on with it held; or refuses. */
export function take(phase: Routed, plan: LimitPlan, flow: Flow<Routed>): void {
  if (plan.demands.length === 0) {
    flow.pass(phase);
    return;
  }
  phase.exchange.gateway.limiter.take(plan, (taken) => {
    if (!taken.isTaken) {
      flow.refuse(noted(phase, reached(plan, taken)));
      return;
    }
    const held = new TakenLimits(plan, taken);
    flow.pass({ ...phase, taken: held }, () => {
      held.giveBack();
    });
  });
}

/** The refusal of a limit or a budget, told to the decision. */
export function noted({ exchange }: Arrived, refusal: Refusal): Refusal {
  const { policy, message: detail, code } = refusal;
  const stage = code === 'insufficient_quota' ? 'budget' : 'limit';
  const step = { stage, outcome: 'refused', detail };
  exchange.steps.push(policy === undefined ? step : { ...step, policy });
  return refusal;
}
