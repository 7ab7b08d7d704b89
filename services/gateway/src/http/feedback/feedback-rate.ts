import type { Clock } from '@aicp/common/time/clock';

const WINDOW_MS = 60_000;
/** Far more than people press buttons, and little enough that no key fills the disk with them. */
export const FEEDBACK_A_MINUTE = 600;

/** How much feedback each key sends to this replica in a minute. */
export class FeedbackRate {
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly counts = new Map<string, number>();
  private endsAt = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
  }

  /** Seconds until the key may send more; undefined where it may now, which counts. */
  take(key: string): number | undefined {
    const now = this.clock.monotonic();
    if (now >= this.endsAt) {
      this.counts.clear();
      this.endsAt = now + WINDOW_MS;
    }
    const sent = this.counts.get(key) ?? 0;
    if (sent >= FEEDBACK_A_MINUTE) return Math.ceil((this.endsAt - now) / 1000);
    this.counts.set(key, sent + 1);
    return undefined;
  }
}
