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
    this.fill();
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
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
