import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Stage } from '../../pipeline/exchange/stage.ts';
import { takeOrRefuse } from '../../pipeline/limits/take-plan.ts';
import { sessionPlans } from '../api/limits-of-session.ts';

/** Stage: takes what a response asks of limits and budgets, but for those that its session holds. */
export const takeResponse: Stage<'routed', 'routed'> = {
  name: 'limit',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    takeOrRefuse(phase, sessionPlans(phase).response, flow);
  },
};

/** Stage: the same for what is over, and was charged for, before anybody could refuse it: it is recorded, and `onRefused` is told why nothing more may come. */
export const takeAfterwards = (
  onRefused: (refusal: Refusal) => void,
): Stage<'routed', 'routed'> => ({
  ...takeResponse,
  run(phase, flow) {
    takeResponse.run(phase, {
      pass: (next, undo) => {
        flow.pass(next, undo);
      },
      refuse: (refusal) => {
        onRefused(refusal);
        flow.pass(phase);
      },
    });
  },
});
