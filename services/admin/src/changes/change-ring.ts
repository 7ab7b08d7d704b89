import type { Change } from './change.ts';

/** So many changes are handed out at a time. */
const AT_A_TIME = 200;

/** The last changes, in order: so many at most, of this process alone. */
export class ChangeRing {
  private readonly size: number;
  private readonly changes: Change[] = [];
  private readonly waiting = new Set<() => void>();
  private count = 0;

  constructor({ size = 10_000 }: { readonly size?: number } = {}) {
    this.size = size;
  }

  /** Behind the newest change. */
  get end(): number {
    return this.count;
  }

  push(change: Change): void {
    this.changes[this.count % this.size] = change;
    this.count += 1;
    for (const wake of this.waiting) wake();
  }

  /** The changes behind a place, the oldest first, and the place behind them; undefined where not all of them are here any more. */
  after(
    place: number,
  ): { readonly changes: readonly Change[]; readonly place: number } | undefined {
    if (place > this.count || place < this.count - this.size) return undefined;
    const end = Math.min(this.count, place + AT_A_TIME);
    const changes: Change[] = [];
    for (let at = place; at < end; at += 1) {
      const change = this.changes[at % this.size];
      if (change) changes.push(change);
    }
    return { changes, place: end };
  }

  /** Calls `wake` at each change, until what it gives is called. */
  onChange(wake: () => void): () => void {
    this.waiting.add(wake);
    return () => {
      this.waiting.delete(wake);
    };
  }
}
