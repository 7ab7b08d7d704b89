import { inMaintenance } from '@aicp/contracts/routing/refusal';
import { toRefusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

const RETRY_AFTER_SECONDS = 60;

/** Stage: nothing is served while the installation is in maintenance. */
export const maintenance: Stage<'read', 'read'> = {
  name: 'maintenance',
  from: 'read',
  to: 'read',
  hasEffects: false,
  run(phase, flow) {
    if (!phase.exchange.runtime.settings.maintenanceMode) flow.pass(phase);
    else flow.refuse(toRefusal(inMaintenance(), ['retry-after', String(RETRY_AFTER_SECONDS)]));
  },
};
