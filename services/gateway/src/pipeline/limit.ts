import { ASK_AGAIN_MS } from '@aicp/common/counters/tally';
import type { Limit } from '@aicp/contracts/limits/limit';
import type { LimitPlan } from '../limits/limiter.ts';
import { TakenLimits } from '../limits/taken-limits.ts';
import { beyond, limitedRequest, reached, refusalBy } from './exchange/limited-request.ts';
import type { Arrived, Routed } from './exchange/phases.ts';
import type { Refusal } from './exchange/refusal.ts';
import type { Flow, Stage } from './exchange/stage.ts';

/**
 * Stage: takes what the request asks of all limits that apply, in one step, or refuses it. What it holds is corrected by the stage `settle`,
 * and given back when a later stage refuses the request.
 */
export const limit: Stage<'routed', 'routed'> = {
  name: 'limit',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const plan = planOf(phase);
    const refusal = beyond(plan);
    if (plan.limits.length === 0) {
      flow.pass(phase);
    } else if (refusal) {
      refuse(phase, flow, refusal);
    } else {
      phase.exchange.gateway.limiter.take(plan, (taken) => {
        if (taken.isTaken) {
          const held = new TakenLimits(plan, taken);
          flow.pass({ ...phase, taken: held }, () => {
            held.giveBack();
          });
        } else {
          refuse(phase, flow, reached(plan, taken));
        }
      });
    }
  },
};

/** Stage: tells a dry run whether the limits that apply would let the request pass, and takes nothing. */
export const limitTrial: Stage<'routed', 'routed'> = {
  name: 'limit-trial',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const { exchange } = phase;
    const plan = exchange.isDryRun ? planOf(phase) : undefined;
    if (!plan || plan.limits.length === 0) {
      flow.pass(phase);
      return;
    }
    const told = (refusal: Refusal | undefined): void => {
      if (refusal) refuse(phase, flow, refusal);
      else {
        exchange.note('limit', 'allowed');
        flow.pass(phase);
      }
    };
    const refusal = beyond(plan);
    if (refusal) told(refusal);
    else {
      exchange.gateway.limiter.peek(plan).then(
        (misfit) => {
          told(misfit.refusedBy.length > 0 ? reached(plan, misfit) : undefined);
        },
        (error: unknown) => {
          exchange.gateway.log.warn({ err: error }, 'counters_unreadable');
          told(undefined);
        },
      );
    }
  },
};

const planOf = (phase: Routed): LimitPlan =>
  phase.exchange.gateway.limiter.plan(limitedRequest(phase, phase.candidates[0]));

/** Refuses a request before its body is read: a limit on concurrent requests leaves no room for it. */
export function refuseByTurns(phase: Arrived, flow: Refusing, limit: Limit): void {
  refuse(phase, flow, refusalBy(limit, ASK_AGAIN_MS));
}

type Refusing = Pick<Flow<Arrived>, 'refuse'>;

function refuse({ exchange }: Arrived, flow: Refusing, refusal: Refusal): void {
  const { policy, message: detail } = refusal;
  const step = { stage: 'limit', outcome: 'refused', detail };
  exchange.steps.push(policy === undefined ? step : { ...step, policy });
  flow.refuse(refusal);
}
