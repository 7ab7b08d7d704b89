const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How events are delivered. All times in ms. */
export interface DeliverySettings {
  /** The wait before each attempt, the first included. After the last one a delivery is dead. */
  readonly schedule: readonly number[];
  /** Up to this share of it is added to each wait. */
  readonly jitter: number;
  /** No receiver delays anything for longer by `Retry-After`. */
  readonly mostRetryAfterMs: number;
  /** How long a subscription is left alone where its receiver is overloaded (429, 502, 504) and does not say how long. */
  readonly throttleMs: number;
  /** After so long without a success, a subscription is disabled. */
  readonly disableAfterMs: number;
  /** So long after it was claimed, somebody else may try a delivery: longer than any attempt takes. */
  readonly leaseMs: number;
  /** An attempt is given up after so long. */
  readonly attemptMs: number;
  /** Attempts at a time: of this replica, and for one subscription. */
  readonly atOnce: number;
  readonly atOncePerSubscription: number;
  /** Of this replica, those to all receivers together that have failed last: others find a place beside them. */
  readonly atOnceFailing: number;
  /** More deliveries a minute for one subscription are told in digests, of so many events at most, at least so long after they were due. */
  readonly digestAfter: number;
  readonly digestEvents: number;
  readonly digestAfterMs: number;
  /** How often it is looked for events and deliveries that nothing told of. */
  readonly everyMs: number;
  /** How long events and deliveries are kept, and how long ids of events. */
  readonly keepMs: number;
  readonly keepIdsMs: number;
}

/** The schedule is that of Standard Webhooks: three days and some hours. */
export const DELIVERY_SETTINGS: DeliverySettings = {
  schedule: [
    0,
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
  ],
  jitter: 0.1,
  mostRetryAfterMs: DAY,
  throttleMs: MINUTE,
  disableAfterMs: 5 * DAY,
  leaseMs: 90 * SECOND,
  attemptMs: 30 * SECOND,
  atOnce: 64,
  atOncePerSubscription: 4,
  atOnceFailing: 32,
  digestAfter: 60,
  digestEvents: 100,
  digestAfterMs: 10 * SECOND,
  everyMs: 2 * SECOND,
  keepMs: 30 * DAY,
  keepIdsMs: 400 * DAY,
};
