import type { Clock } from '@aicp/common/time/clock';

/** So much is remembered at most. */
const MOST_KNOWN = 5000;

/** Spaces what is sent to the same receiver. */
export class Pace {
  private readonly clock: Clock;
  private readonly everyMs: number;
  private readonly mostMs: number;
  private readonly nextAt = new Map<string, number>();

  /** One each `everyMs`. Nobody waits longer than `mostMs`. */
  constructor(options: {
    readonly clock: Clock;
    readonly everyMs: number;
    readonly mostMs: number;
  }) {
    this.clock = options.clock;
    this.everyMs = options.everyMs;
    this.mostMs = options.mostMs;
  }

  /** Waits for the receiver's turn; answers how much later to come again, ms, where that would take too long. Rejects where the signal aborts. */
  async turn(receiver: string, signal: AbortSignal): Promise<number | undefined> {
    const now = this.clock.monotonic();
    const at = Math.max(now, this.nextAt.get(receiver) ?? 0);
    const waitMs = at - now;
    if (waitMs > this.mostMs) return waitMs;
    this.keep(receiver, at + this.everyMs, now);
    if (waitMs > 0) await this.clock.sleep(waitMs, signal);
    return undefined;
  }

  private keep(receiver: string, nextAt: number, now: number): void {
    this.nextAt.set(receiver, nextAt);
    if (this.nextAt.size <= MOST_KNOWN) return;
    for (const [known, at] of this.nextAt) {
      if (at <= now) this.nextAt.delete(known);
    }
  }
}
