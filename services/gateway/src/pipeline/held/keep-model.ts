import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Refusal } from '../exchange/refusal.ts';
import type { Stage } from '../exchange/stage.ts';

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
