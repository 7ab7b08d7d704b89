import type { Misfit } from '@aicp/common/counters/counters';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Stage } from '../../pipeline/exchange/stage.ts';
import { countersUnreadable } from '../../pipeline/limit.ts';
import { beyond, reached } from '../../pipeline/limits/limited-request.ts';
import { noted, take } from '../../pipeline/limits/take-plan.ts';
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
