import { inMaintenance } from '@aicp/contracts/routing/refusal';
import type { Runtime } from '../routing/runtime.ts';
import { toRefusal, type Refusal } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';

const RETRY_AFTER_SECONDS = 60;

/** Stage: nothing is served while the installation is in maintenance. */
export const maintenance: Stage<'read', 'read'> = {
  name: 'maintenance',
  from: 'read',
  to: 'read',
  hasEffects: false,
  run(phase, flow) {
    const refusal = maintenanceRefusal(phase.exchange.runtime);
    if (refusal) flow.refuse(refusal);
    else flow.pass(phase);
  },
};

/** A refusal while the installation is in maintenance. */
export const maintenanceRefusal = ({ settings }: Pick<Runtime, 'settings'>): Refusal | undefined =>
  settings.maintenanceMode
    ? toRefusal(inMaintenance(), ['retry-after', String(RETRY_AFTER_SECONDS)])
    : undefined;
