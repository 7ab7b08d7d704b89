/** Departures count for so long. */
const HOUR_MS = 3_600_000;
/** So many of them in an hour are a rule that flaps. */
const FLAPS_FROM = 3;
/** What a cooldown of nothing grows from, once a rule flaps, and what any grows to at most. */
const LEAST_MS = 60_000;
const MOST_MS = 3_600_000;
/** What is waited after probes that failed, at least: twice as long each time. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** How often a rule has left its source of late, and how long it therefore stays away. Moments are monotonic milliseconds. */
export class Departures {
  private moments: number[] = [];
  private failedProbes = 0;

  /** Requests went to the source, all or a good part of them, and do not any more. */
  left(now: number): void {
    this.moments = [...this.recent(now), now];
    this.failedProbes = 0;
  }

  /** The first probes failed already. */
  probesFailed(): void {
    this.failedProbes += 1;
  }

  /** Whether it goes back and forth. */
  flaps(now: number): boolean {
    return this.recent(now).length >= FLAPS_FROM;
  }

  /** How long it stays away that has left now. */
  cooldownMs(ownMs: number, now: number): number {
    const retryMs =
      this.failedProbes === 0
        ? 0
        : Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.failedProbes - 1));
    const beyond = this.recent(now).length - FLAPS_FROM + 1;
    if (beyond <= 0) return Math.max(ownMs, retryMs);
    return Math.max(ownMs, Math.min(MOST_MS, Math.max(ownMs, LEAST_MS) * 2 ** beyond));
  }

  private recent(now: number): number[] {
    return this.moments.filter((moment) => now - moment < HOUR_MS);
  }
}
