import type { SettingsFragment } from '../snapshot/fragments.ts';
import { ZonedClock } from './zoned-clock.ts';

/** The installation's settings, as requests use them. */
export interface RoutingSettings {
  readonly routingPolicies: boolean;
  readonly costTracking: boolean;
  readonly maintenanceMode: boolean;
  readonly defaultModel: string | undefined;
  readonly environment: string | undefined;
  readonly clock: ZonedClock;
}

const ALL_ON: SettingsFragment['features'] = {
  routingPolicies: true,
  costTracking: true,
  maintenanceMode: false,
};

/** Throws a RangeError where there is no such time zone. */
export function toSettings(fragment: SettingsFragment | undefined): RoutingSettings {
  const { routingPolicies, costTracking, maintenanceMode } = fragment?.features ?? ALL_ON;
  return {
    routingPolicies,
    costTracking,
    maintenanceMode,
    defaultModel: fragment?.defaultModel,
    environment: fragment?.environment,
    clock: new ZonedClock(fragment?.timeZone ?? 'UTC'),
  };
}
