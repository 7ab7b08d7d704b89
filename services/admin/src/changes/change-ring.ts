import type { Change } from './change.ts';

/** So many changes are handed out at a time. */
const AT_A_TIME = 200;

/** The last changes, in order: so many at most, of this process alone. */
export class ChangeRing {
  private readonly size: number;
  private readonly instance: string;
  private readonly changes: Change[] = [];
  private readonly waiting = new Set<() => void>();
  private count = 0;

  /** `instance`: nothing that another process told is looked for here. */
  constructor({ size = 10_000, instance }: { readonly size?: number; readonly instance: string }) {
    this.size = size;
    this.instance = instance;
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

  /** What a client keeps of a place. */
  idOf(place: number): string {
    return `${this.instance}-${place.toString(36)}`;
  }

  /** The place that an id means; undefined where it is of another process. */
  placeOf(id: string): number | undefined {
    const [instance, place = ''] = id.split('-');
    if (instance !== this.instance || !/^[0-9a-z]{1,10}$/.test(place)) return undefined;
    return Number.parseInt(place, 36);
  }

  /** Calls `wake` at each change, until what it gives is called. */
  onChange(wake: () => void): () => void {
    this.waiting.add(wake);
    return () => {
      this.waiting.delete(wake);
    };
  }
}
