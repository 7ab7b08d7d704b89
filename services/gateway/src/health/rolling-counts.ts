const SLOT_MS = 10_000;
const SLOTS = 6;
/** How far back counts reach: the slot that fills, and the five before it. */
export const ROLLING_MS = SLOT_MS * SLOTS;

/** Several counts of what happened in the last minute, in slots of ten seconds. Memory for them is taken with the first that is counted. */
export class RollingCounts {
  private readonly columns: number;
  private counts: Float64Array | undefined;
  /** Number of the slot that fills, since the clock's beginning. */
  private slot = 0;

  /** So many counts, which are called by their number. */
  constructor(columns: number) {
    this.columns = columns;
  }

  /** Adds to a count; `now` is monotonic, in milliseconds. */
  add(now: number, column: number, amount = 1): void {
    const counts = (this.counts ??= new Float64Array(this.columns * SLOTS));
    this.advance(counts, now);
    const index = (this.slot % SLOTS) * this.columns + column;
    counts[index] = (counts[index] ?? 0) + amount;
  }

  /** What was counted in the last minute. */
  sum(now: number, column: number): number {
    const { counts } = this;
    if (!counts) return 0;
    this.advance(counts, now);
    let sum = 0;
    for (let index = column; index < counts.length; index += this.columns)
      sum += counts[index] ?? 0;
    return sum;
  }

  /** Forgets everything. */
  clear(): void {
    this.counts?.fill(0);
  }

  /** Empties the slots that have come around since the last time. */
  private advance(counts: Float64Array, now: number): void {
    const slot = Math.floor(now / SLOT_MS);
    if (slot === this.slot) return;
    const first = Math.max(this.slot + 1, slot - SLOTS + 1);
    for (let stale = first; stale <= slot; stale += 1) {
      const begin = (stale % SLOTS) * this.columns;
      counts.fill(0, begin, begin + this.columns);
    }
    this.slot = slot;
  }
}
