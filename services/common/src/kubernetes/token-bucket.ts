import type { Clock } from '../time/clock.ts';

/** Lets through `perSecond` on average and up to `burst` at once. */
export class TokenBucket {
  private readonly options: { perSecond: number; burst: number; clock: Clock };
  private tokens: number;
  private filledAt: number;

  constructor(options: { perSecond: number; burst: number; clock: Clock }) {
    this.options = options;
    this.tokens = options.burst;
    this.filledAt = options.clock.monotonic();
  }

  /** Takes a token if there is one now. */
  tryTake(): boolean {
    return this.takeOrWait(1) === undefined;
  }

  /** Takes so many tokens if there are as many now; takes none else, and answers after how long there are, ms. */
  takeOrWait(count: number): number | undefined {
    this.fill();
    const missing = count - this.tokens;
    if (missing > 0) return Math.ceil((missing / this.options.perSecond) * 1000);
    this.tokens -= count;
    return undefined;
  }

  /** Takes a token, waiting for it in turn. Rejects when the signal aborts. */
  async take(signal: AbortSignal): Promise<void> {
    this.fill();
    this.tokens -= 1;
    if (this.tokens >= 0) return;
    await this.options.clock.sleep((-this.tokens / this.options.perSecond) * 1000, signal);
  }

  private fill(): void {
    const { perSecond, burst, clock } = this.options;
    const now = clock.monotonic();
    this.tokens = Math.min(burst, this.tokens + ((now - this.filledAt) / 1000) * perSecond);
    this.filledAt = now;
  }
}
