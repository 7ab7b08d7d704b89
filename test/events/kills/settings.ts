import { DELIVERY_SETTINGS, type DeliverySettings } from '@aicp/events/delivery/settings';

/** The secrets of all receivers: one that is new, and one that is about to go. */
export const SECRETS = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
] as const;

/** So often one is tried: far more than chance needs. */
const ATTEMPTS = 200;
const WAITS_MS = [0, 20, 50, 100];
const WAIT_MS = 200;

/** Days in milliseconds. */
export const quickSettings = (digestAfter: number): DeliverySettings => ({
  ...DELIVERY_SETTINGS,
  schedule: Array.from({ length: ATTEMPTS }, (_, index) => WAITS_MS[index] ?? WAIT_MS),
  throttleMs: 20,
  mostRetryAfterMs: 1000,
  leaseMs: 2000,
  attemptMs: 500,
  everyMs: 50,
  digestAfter,
  digestAfterMs: 200,
  atOncePerSubscription: 8,
});
