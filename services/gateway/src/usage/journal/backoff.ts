import type { Clock } from '@aicp/common/time/clock';

/** When to try again what failed: later after every failure, up to a limit. */
export class Backoff {
  /** Failures since the last success. */
  failures = 0;

  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly limits: { readonly baseMs: number; readonly maxMs: number };
  private until = 0;

  constructor(
    clock: Pick<Clock, 'monotonic'>,
    limits: { readonly baseMs: number; readonly maxMs: number },
  ) {
    this.clock = clock;
    this.limits = limits;
  }

  get isOver(): boolean {
    return this.clock.monotonic() >= this.until;
  }

  fail(): void {
    const { baseMs, maxMs } = this.limits;
    this.wait(Math.min(maxMs, baseMs * 2 ** Math.min(this.failures, 30)));
    this.failures += 1;
  }

  wait(ms: number): void {
    this.until = Math.max(this.until, this.clock.monotonic() + ms);
  }

  succeed(): void {
    this.failures = 0;
  }

  /** Lets the next attempt be made at once. */
  hurry(): void {
    this.until = 0;
  }
}
