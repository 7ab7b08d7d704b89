import type { TimeoutsFragment } from '@aicp/contracts/snapshot/sections/catalog';

/** The times that a spec may limit. */
export interface TimeLimitsSpec {
  readonly connectTimeoutMs?: number | undefined;
  readonly firstByteTimeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  readonly totalTimeoutMs?: number | undefined;
}

/** The limits that a spec sets; undefined where it sets none. */
export function timeoutsOf(spec: TimeLimitsSpec): TimeoutsFragment | undefined {
  const timeouts = {
    connectMs: spec.connectTimeoutMs,
    firstByteMs: spec.firstByteTimeoutMs,
    idleMs: spec.idleTimeoutMs,
    totalMs: spec.totalTimeoutMs,
  };
  return Object.values(timeouts).some((ms) => ms !== undefined) ? timeouts : undefined;
}
