const OBSERVATIONS = 3;
/** Observed times of one habit differ by no more than this factor, and some milliseconds of either side's timers. */
const SPREAD = 1.5;
const TIMER_SLACK_MS = 5;
const REMEMBERED_MS = 60_000;
const LONG_MS = 2000;
const MARGIN_MS = 1000;

/**
 * Learns how long a peer keeps connections that idle, from those that it closed: few peers say so in a header. A request that is
 * written while the peer closes is lost, and only the peer knows whether it was read. Three closings in a row after about the same
 * time are a habit; closings at different ages (a restart of the peer) are none.
 */
export class IdleHabit {
  private ages: number[] = [];
  private habitMs = Infinity;
  private until = 0;
  private closedUntil = 0;

  /** The peer closed a connection that had idled for so long. */
  observe(ageMs: number, now: number): void {
    this.closedUntil = now + REMEMBERED_MS;
    this.ages = [...this.ages.slice(1 - OBSERVATIONS), ageMs];
    const least = Math.min(...this.ages);
    const isHabit = Math.max(...this.ages) <= least * SPREAD + TIMER_SLACK_MS;
    if (this.ages.length < OBSERVATIONS || !isHabit) return;
    this.habitMs = least;
    this.until = now + REMEMBERED_MS;
  }

  /** Whether the peer closed a connection that idled within the last minute, and may be about to close others. */
  isClosing(now: number): boolean {
    return now < this.closedUntil;
  }

  /** Milliseconds that a connection may idle and still be used: well below what the peer keeps it. */
  usableMs(now: number): number {
    if (now >= this.until) return Infinity;
    return this.habitMs > LONG_MS ? this.habitMs - MARGIN_MS : this.habitMs / 2;
  }
}
