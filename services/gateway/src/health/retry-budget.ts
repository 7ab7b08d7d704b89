import type { Clock } from '@aicp/common/time/clock';

/** So many requests pay for a retry. */
const COST = 5;
/** And so many retries a second are free. */
const FREE_PER_SECOND = 3;
/** So many retries may be saved. */
const MOST = 60 * COST;

/**
 * How often requests may be sent again: a fifth of those that came, and three a second. In an outage every request would be sent as often as
 * it may be, and the provider would come back into several times its load.
 */
export class RetryBudget {
  private readonly clock: Pick<Clock, 'monotonic'>;
  /** In requests. */
  private balance = MOST;
  private at: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.clock = clock;
    this.at = clock.monotonic();
  }

  /** A request is sent for the first time. */
  earn(): void {
    this.balance = Math.min(MOST, this.balance + 1);
  }

  /** Takes one retry; false where there is none left. */
  take(): boolean {
    const now = this.clock.monotonic();
    const free = ((now - this.at) / 1000) * FREE_PER_SECOND * COST;
    this.at = now;
    this.balance = Math.min(MOST, this.balance + free);
    if (this.balance < COST) return false;
    this.balance -= COST;
    return true;
  }
}
