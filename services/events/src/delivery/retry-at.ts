import type { Outcome } from '../channels/channel.ts';
import type { DeliverySettings } from './settings.ts';

type Failure = Extract<Outcome, { kind: 'failed' }>;

/** When a delivery is tried again after attempt `attempt` (1 is the first) failed, ms from now; undefined: never, it is dead. `random`: [0, 1). */
export function retryInMs(
  failure: Failure,
  attempt: number,
  settings: Pick<DeliverySettings, 'schedule' | 'jitter' | 'mostRetryAfterMs'> & {
    readonly random: () => number;
  },
): number | undefined {
  const { schedule, jitter, mostRetryAfterMs, random } = settings;
  const wait = schedule[attempt];
  if (wait === undefined || failure.isFinal === true || failure.isGone === true) return undefined;
  const spread = Math.round(wait * (1 + jitter * random()));
  return Math.max(spread, Math.min(failure.retryAfterMs ?? 0, mostRetryAfterMs));
}

/** The receiver, or what stands before it, has too much to do. */
const OVERLOADED = [429, 502, 504];

/** How long all deliveries to a subscription wait after a failure, ms; undefined: the others may go on. */
export function throttleMs(
  { status, retryAfterMs }: Failure,
  settings: Pick<DeliverySettings, 'throttleMs' | 'mostRetryAfterMs'>,
): number | undefined {
  if (status === undefined || !OVERLOADED.includes(status)) return undefined;
  return Math.min(retryAfterMs ?? settings.throttleMs, settings.mostRetryAfterMs);
}
