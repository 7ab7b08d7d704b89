import type { Clock } from '@aicp/common/time/clock';

/** Recipients an hour that one organization may write to through the installation's mail server, of each replica. */
const RECIPIENTS_AN_HOUR = 300;
const HOUR_MS = 3_600_000;

interface Bucket {
  left: number;
  /** Of the monotonic clock, ms. */
  at: number;
}

/** How much an organization may still send: whoever may write subscriptions would else write to anybody, as often as they like, in the name of the installation. */
export class MailAllowance {
  private readonly clock: Clock;
  private readonly buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Takes so many recipients from what an organization has left; answers after how long it has enough, ms, where it has not. The platform (undefined) has no limit. */
  take(organization: string | undefined, recipients: number): number | undefined {
    if (organization === undefined) return undefined;
    const bucket = this.bucketOf(organization);
    const missing = recipients - bucket.left;
    if (missing > 0) return Math.ceil((missing * HOUR_MS) / RECIPIENTS_AN_HOUR);
    bucket.left -= recipients;
    return undefined;
  }

  private bucketOf(organization: string): Bucket {
    const now = this.clock.monotonic();
    const known = this.buckets.get(organization) ?? { left: RECIPIENTS_AN_HOUR, at: now };
    this.buckets.set(organization, known);
    const grown = known.left + ((now - known.at) * RECIPIENTS_AN_HOUR) / HOUR_MS;
    known.left = Math.min(RECIPIENTS_AN_HOUR, grown);
    known.at = now;
    return known;
  }
}
