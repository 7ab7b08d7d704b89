import type { Clock } from './clock.ts';

/** How much is let through on average, and at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Lets through `perSecond` on average and up to `burst` at once. */
export class TokenBucket {
  private readonly options: Rate & { readonly clock: Pick<Clock, 'monotonic' | 'sleep'> };
  private tokens: number;
  private filledAt: number;

  constructor(options: Rate & { readonly clock: Pick<Clock, 'monotonic' | 'sleep'> }) {
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
    const owed = this.spend(1);
    if (owed > 0) await this.options.clock.sleep(owed, signal);
  }

  /** Takes so many tokens, also those that are not there; answers after how long none is owed any more, ms, 0 where none is. */
  spend(count: number): number {
    this.fill();
    this.tokens -= count;
    return this.tokens >= 0 ? 0 : (-this.tokens / this.options.perSecond) * 1000;
  }

  private fill(): void {
    const { perSecond, burst, clock } = this.options;
    const now = clock.monotonic();
    this.tokens = Math.min(burst, this.tokens + ((now - this.filledAt) / 1000) * perSecond);
    this.filledAt = now;
  }
}
