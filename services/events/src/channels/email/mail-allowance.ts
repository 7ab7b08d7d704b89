import { TokenBucket } from '@aicp/common/time/token-bucket';
import type { Clock } from '@aicp/common/time/clock';

/** Recipients an hour that one organization may write to through the installation's mail server, of each replica. */
const RECIPIENTS_AN_HOUR = 300;
const HOUR_SECONDS = 3_600;

/** How much an organization may still send: whoever may write subscriptions would else write to anybody, as often as they like, in the name of the installation. */
export class MailAllowance {
  private readonly clock: Clock;
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Takes so many recipients from what an organization has left; answers after how long it has enough, ms, where it has not. The platform (undefined) has no limit. */
  take(organization: string | undefined, recipients: number): number | undefined {
    return organization === undefined
      ? undefined
      : this.bucketOf(organization).takeOrWait(recipients);
  }

  private bucketOf(organization: string): TokenBucket {
    const { clock } = this;
    const perSecond = RECIPIENTS_AN_HOUR / HOUR_SECONDS;
    const bucket =
      this.buckets.get(organization) ??
      new TokenBucket({ clock, perSecond, burst: RECIPIENTS_AN_HOUR });
    this.buckets.set(organization, bucket);
    return bucket;
  }
}
