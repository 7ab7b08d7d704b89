import type { Misfit } from '@aicp/common/counters/counters';
import type { LimitPlan } from '../../limits/limiter.ts';
import { TakenLimits } from '../../limits/taken-limits.ts';
import type { Routed } from '../../pipeline/exchange/phases.ts';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Flow, Stage } from '../../pipeline/exchange/stage.ts';
import { countersUnreadable } from '../../pipeline/limit.ts';
import { beyond, reached } from '../../pipeline/limits/limited-request.ts';
import { sessionPlans, type SessionPlans } from '../api/limits-of-session.ts';

/**
 * Stage: a session is one of the requests at a time that limits allow, until it ends. Its responses take everything else, each for itself; where they
 * would find nothing left now, no session is opened.
 */
export const holdSession: Stage<'routed', 'routed'> = {
  name: 'limit',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const plans = sessionPlans(phase);
    if (plans.response.demands.length === 0) {
      take(phase, plans.session, flow);
      return;
    }
    phase.exchange.gateway.limiter.peek(plans.response).then(
      (misfit) => {
        const refusal = beyond(plans.response) ?? refusalOf(plans, misfit);
        if (refusal) flow.refuse(noted(phase, refusal));
        else take(phase, plans.session, flow);
      },
      (error: unknown) => {
        // Its responses ask again, and are refused where limits cannot be counted.
        countersUnreadable(phase, error);
        take(phase, plans.session, flow);
      },
    );
  },
};

const refusalOf = ({ response }: SessionPlans, misfit: Misfit): Refusal | undefined =>
  misfit.refusedBy.length > 0 ? reached(response, misfit) : undefined;

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
export function noted({ exchange }: Routed, refusal: Refusal): Refusal {
  const { policy, message: detail, code } = refusal;
  const stage = code === 'insufficient_quota' ? 'budget' : 'limit';
  const step = { stage, outcome: 'refused', detail };
  exchange.steps.push(policy === undefined ? step : { ...step, policy });
  return refusal;
}
