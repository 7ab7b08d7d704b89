import type { Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Stage } from '../../pipeline/exchange/stage.ts';
import { takeOrRefuse } from '../../pipeline/limits/take-plan.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { sessionPlans } from '../api/limits-of-session.ts';

/** Stage: the model that was chosen before serves, as long as it may: that of a response's session, or that for which the file of a batch is written. `over`: the refusal where it may not, by the name that was asked for. */
export const keepModel = (
  model: RuntimeModel,
  over: (requestedName: string) => Refusal,
): Stage<'routed', 'routed'> => ({
  name: 'keep-model',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const { candidates, mayServe, requestedName } = phase;
    const now = candidates.find(
      ({ id, provider }) => id === model.id && provider.id === model.provider.id,
    );
    const serving = now ?? (mayServe(model) ? model : undefined);
    if (serving) flow.pass({ ...phase, candidates: [serving] });
    else flow.refuse(over(requestedName));
  },
});

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
