import type { Window } from '@aicp/contracts/limits/demands';
import { partOf } from './window.ts';

/** Amounts of one counter in one window, or in one part of a sliding one. */
export interface Cell {
  readonly counter: string;
  readonly window: Window['kind'];
  /** When the window or the part begins, ms; 0 of `now`. */
  startsMs: number;
  /** Of a sliding window or a period, ms; else 0. */
  readonly lengthMs: number;
  used: number;
  held: number;
  /** What others count in the same minute, day or period, as it was last heard; undefined: nothing was. */
  others?: number | undefined;
  /** What was counted here then. */
  ownThen?: number | undefined;
}

/** A counter in one window. */
export interface Tally {
  count(nowMs: number): number;
  /** What of that is held, and settled later. */
  held(): number;
  /** Where what is taken now is counted. */
  cell(nowMs: number): Cell;
  /** What a `Standing` says of `resetMs`. */
  resetMs(nowMs: number, want: { readonly amount: number; readonly limit: number }): number;
  cells(): readonly Cell[];
}

/** When to ask again where what is held at this moment leaves no room, ms. */
export const ASK_AGAIN_MS = 1_000;

/** A calendar minute, a calendar day, a period, or (without an end) what is held now. */
export class FixedTally implements Tally {
  private readonly only: Cell;
  private readonly endsMs: number | undefined;

  constructor(only: Cell, endsMs?: number) {
    this.only = only;
    this.endsMs = endsMs;
  }

  count(): number {
    return this.only.used + this.only.held;
  }

  held(): number {
    return this.only.held;
  }

  cell(): Cell {
    return this.only;
  }

  cells(): readonly Cell[] {
    return [this.only];
  }

  resetMs(nowMs: number): number {
    return this.endsMs === undefined ? ASK_AGAIN_MS : Math.max(0, this.endsMs - nowMs);
  }
}

/** The last `ms`, in parts; a part counts until its last moment is `ms` ago. */
export class SlidingTally implements Tally {
  private readonly counter: string;
  private readonly lengthMs: number;
  private readonly partMs: number;
  /** Oldest first. */
  private parts: Cell[] = [];

  constructor(counter: string, lengthMs: number) {
    this.counter = counter;
    this.lengthMs = lengthMs;
    this.partMs = partOf(lengthMs);
  }

  count(nowMs: number): number {
    this.turnTo(nowMs);
    return this.parts.reduce((sum, part) => sum + part.used + part.held, 0);
  }

  held(): number {
    return this.parts.reduce((sum, part) => sum + part.held, 0);
  }

  cell(nowMs: number): Cell {
    this.turnTo(nowMs);
    const startsMs = this.partStart(nowMs);
    const last = this.parts.at(-1);
    if (last?.startsMs === startsMs) return last;
    const { counter, lengthMs } = this;
    const part: Cell = { counter, window: 'sliding', startsMs, lengthMs, used: 0, held: 0 };
    this.parts.push(part);
    return part;
  }

  cells(): readonly Cell[] {
    return this.parts;
  }

  resetMs(nowMs: number, { amount, limit }: { amount: number; limit: number }): number {
    let over = this.count(nowMs) + amount - limit;
    if (over <= 0) return 0;
    for (const part of this.parts) {
      over -= part.used + part.held;
      if (over <= 0) return this.leavesMs(part) - nowMs;
    }
    return this.lengthMs;
  }

  /** Lets go of parts that are past. A clock that stepped back finds parts of a time to come: they count from now on. */
  private turnTo(nowMs: number): void {
    const startsMs = this.partStart(nowMs);
    if ((this.parts.at(-1)?.startsMs ?? 0) > startsMs) {
      for (const part of this.parts) part.startsMs = Math.min(part.startsMs, startsMs);
    }
    const [oldest] = this.parts;
    if (!oldest || this.leavesMs(oldest) > nowMs) return;
    this.parts = this.parts.filter((part) => this.leavesMs(part) > nowMs);
  }

  private partStart(nowMs: number): number {
    return Math.floor(nowMs / this.partMs) * this.partMs;
  }

  private leavesMs(part: Cell): number {
    return part.startsMs + this.partMs + this.lengthMs;
  }
}
