import { inMaintenance } from '@aicp/contracts/routing/refusal';
import type { Exchange } from './exchange.ts';
import { toRefusal, type Refusal } from './refusal.ts';

const RETRY_AFTER_SECONDS = 60;

/** Stage: nothing is served while the installation is in maintenance. */
export function maintenance({ runtime }: Exchange): Refusal | undefined {
  if (!runtime.settings.maintenanceMode) return undefined;
  return toRefusal(inMaintenance(), ['retry-after', String(RETRY_AFTER_SECONDS)]);
}
