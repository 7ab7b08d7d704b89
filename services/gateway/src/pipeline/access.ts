import { checkAccess } from '@aicp/contracts/routing/stages';
import { toRefusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

/** Stage: whether the key, its team and its organization all allow what is requested, and each tier on approval that it is in was granted. */
export const access: Stage<'resolved', 'resolved'> = {
  name: 'access',
  from: 'resolved',
  to: 'resolved',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, resolution, requestedName, entitlement } = phase;
    const { step, refusal } = checkAccess(resolution, requestedName, entitlement);
    exchange.steps.push(step);
    if (refusal) flow.refuse(toRefusal(refusal));
    else flow.pass(phase);
  },
};
