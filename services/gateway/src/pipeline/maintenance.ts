import type { Exchange } from './exchange.ts';
import { unavailable, type Refusal } from './refusal.ts';

const RETRY_AFTER_SECONDS = 60;

/** Stage: nothing is served while the installation is in maintenance. */
export function maintenance({ runtime }: Exchange): Refusal | undefined {
  if (!runtime.settings.maintenanceMode) return undefined;
  const message = 'The platform is in maintenance. Try again later.';
  return unavailable('maintenance', message, RETRY_AFTER_SECONDS);
}
