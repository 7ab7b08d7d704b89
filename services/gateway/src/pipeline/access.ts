import { checkAccess, checkMode } from '@aicp/contracts/routing/stages';
import { toRefusal } from './exchange/refusal.ts';
import { modesOf } from '../protocols/protocol.ts';
import type { Stage } from './exchange/stage.ts';

/**
 * Stage: whether the key, its team and its organization all allow what is requested, and each tier on approval that it is in was granted; and
 * whether it is for requests of this kind.
 */
export const access: Stage<'resolved', 'resolved'> = {
  name: 'access',
  from: 'resolved',
  to: 'resolved',
  hasEffects: false,
  run(phase, flow) {
    const { exchange, resolution, requestedName, entitlement } = phase;
    const { step, refusal } = checkAccess(resolution, requestedName, entitlement);
    exchange.steps.push(step);
    const refused = refusal ?? checkMode(phase, entitlement, modesOf(exchange.protocol));
    if (refused) flow.refuse(toRefusal(refused));
    else flow.pass(phase);
  },
};
