import { modelNotFound } from '@aicp/contracts/routing/refusal';
import { resolveName } from '@aicp/contracts/routing/stages';
import { toRefusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

/** Stage: what the requested name stands for: a model by its id or an alias, or a group; or what stands in for one past its sunset. */
export const resolve: Stage<'named', 'resolved'> = {
  name: 'resolve',
  from: 'named',
  to: 'resolved',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, entitlement, requestedName, deprecation } = phase;
    const { runtime, at } = exchange;
    const named = { requestedName, deprecation, at };
    const { resolution, step, refusal } = resolveName(runtime.catalog, entitlement, named);
    if (step) exchange.steps.push(step);
    if (resolution) flow.pass({ ...phase, phase: 'resolved', resolution });
    else flow.refuse(toRefusal(refusal ?? modelNotFound(requestedName)));
  },
};
