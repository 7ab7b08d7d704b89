import type { Clock } from '../../time/clock.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { Hold, Misfit, Standing } from '../counters.ts';
import { EntriesHold, type Closing } from '../hold.ts';
import type { Allowance } from '../allowance.ts';
import { hears, Ledger, type Entry, type LimitOf, type Verdict } from '../ledger.ts';
import type { Moment } from '../window.ts';
import type { Cell } from '../tally.ts';
import { cellOnWire } from './wire.ts';

/** What changed in a cell and the store has not heard yet. */
interface Change {
  used: number;
  held: number;
}

/**
 * What this replica itself counts: its part of what the store counts, from which it can go on alone, and give a store that returns its values.
 * Its time is the server's, as it was last told, and goes on by this machine's steady clock.
 */
export class Twin implements Closing {
  private readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  private readonly allowance: Allowance;
  private readonly onChange: () => void;
  private readonly ledger = new Ledger();
  private readonly changes = new Map<Cell, Change>();
  /** Nothing is noted for a store that will get a snapshot. */
  private isNoting = false;
  /** From the steady clock to the server's, ms; undefined until it is known. */
  private ahead: number | undefined;
  /** Counters of `now` of which the store may hold something that this replica does not know of. */
  private readonly doubted = new Set<string>();

  /** `onChange`: there is something that the store has not heard. */
  constructor(options: {
    clock: Pick<Clock, 'now' | 'monotonic'>;
    allowance: Allowance;
    onChange: () => void;
  }) {
    this.clock = options.clock;
    this.allowance = options.allowance;
    this.onChange = options.onChange;
  }

  hears(serverMs: number): void {
    this.ahead = serverMs - this.clock.monotonic();
  }

  /** Takes by what this replica alone counts, out of its share of each limit. */
  takeAlone(lists: readonly (readonly Demand[])[]): Verdict {
    const verdict = this.ledger.takeEither(lists, this.moment(), this.most);
    if (verdict.isTaken) {
      for (const { cell, demand } of verdict.entries) this.noteAdded(cell, demand);
    }
    return verdict.isTaken ? verdict : { ...verdict, isLost: true };
  }

  lookAlone(demands: readonly Demand[]): Misfit {
    const { standings, refusedBy, retryAfterMs } = this.ledger.look(
      demands,
      this.moment(),
      this.most,
    );
    return { standings, refusedBy, retryAfterMs, isLost: true };
  }

  /** Counts what the store took for this replica at `serverMs`, after which its counters stand so. */
  add(demands: readonly Demand[], standings: readonly Standing[], serverMs: number): Hold {
    const at = this.momentOf(serverMs);
    return this.holdOf(
      demands.map((demand, index) => {
        const entry = this.ledger.add(demand, at);
        hears(entry.cell, demand, standings[index]);
        return entry;
      }),
    );
  }

  /** The store's counters stand so, and it took nothing. */
  heard(demands: readonly Demand[], standings: readonly Standing[], serverMs: number): void {
    const at = this.momentOf(serverMs);
    for (const [index, demand] of demands.entries()) this.ledger.hear(demand, standings[index], at);
  }

  /** How the store's counters stand, as it last told and by what was counted here since; undefined where it told nothing in their windows. */
  recall(demands: readonly Demand[]): readonly (Standing | undefined)[] {
    const at = this.moment();
    return demands.map((demand) => this.ledger.recall(demand, at));
  }

  /** Where this replica counts a demand. */
  cell(demand: Demand): Cell {
    return this.ledger.cell(demand, this.moment());
  }

  holdOf(entries: readonly Entry[]): Hold {
    return new EntriesHold(entries, this);
  }

  settle(entry: Entry, amount: number | undefined): void {
    const { cell } = entry;
    const { used, held } = cell;
    this.ledger.settle(entry, amount);
    this.note(cell, cell.used - used, cell.held - held);
  }

  giveBack(entry: Entry): void {
    const { cell } = entry;
    const { used, held } = cell;
    this.ledger.giveBack(entry);
    this.note(cell, cell.used - used, cell.held - held);
  }

  /** A take of which nobody knows whether the store did it. */
  doubt(demands: readonly Demand[]): void {
    for (const { counter, window } of demands) {
      if (window.kind === 'now') this.doubted.add(counter);
    }
  }

  /** All that is counted here, for `RESTORE`, in pieces of `size`. What was to be told before is in it. */
  snapshot(size: number): string[] {
    this.changes.clear();
    this.isNoting = true;
    const cells = [...merged([...this.ledger.cells(), ...this.nothingHeld()])];
    this.doubted.clear();
    const pieces: string[] = [];
    for (let at = 0; at < cells.length; at += size) {
      const piece = cells
        .slice(at, at + size)
        .map((cell) => cellOnWire(cell, cell.used, cell.held));
      pieces.push(`[${piece.join(',')}]`);
    }
    return pieces;
  }

  /** From now until the next snapshot there is nobody to tell. */
  stopNoting(): void {
    this.isNoting = false;
    this.changes.clear();
  }

  get hasChanges(): boolean {
    return this.changes.size > 0;
  }

  /** What the store is to hear now, at most `most` of it. */
  takeChanges(most: number): readonly string[] {
    const told: string[] = [];
    for (const [cell, { used, held }] of this.changes) {
      if (told.length === most) break;
      this.changes.delete(cell);
      if (used !== 0 || held !== 0) told.push(cellOnWire(cell, used, held));
    }
    return told;
  }

  private readonly most: LimitOf = (demand, heard) => this.allowance.most(demand, heard);

  private momentOf(serverMs: number): Moment {
    return { wall: serverMs, sliding: serverMs, steady: this.clock.monotonic() };
  }

  private moment(): Moment {
    const steady = this.clock.monotonic();
    const wall = this.ahead === undefined ? this.clock.now() : steady + this.ahead;
    return { wall, sliding: wall, steady };
  }

  private noteAdded(cell: Cell, { amount, isHeld }: Demand): void {
    const held = isHeld || cell.window === 'now' ? amount : 0;
    this.note(cell, amount - held, held);
  }

  private note(cell: Cell, used: number, held: number): void {
    if (!this.isNoting || (used === 0 && held === 0)) return;
    const known = this.changes.get(cell);
    if (known) {
      known.used += used;
      known.held += held;
      return;
    }
    this.changes.set(cell, { used, held });
    if (this.changes.size === 1) this.onChange();
  }

  private *nothingHeld(): Generator<Cell> {
    for (const counter of this.doubted) {
      yield { counter, window: 'now', startsMs: 0, lengthMs: 0, used: 0, held: 0 };
    }
  }
}

/** One cell for each place of the store: parts of a sliding window may have come to stand in one place. */
function merged(cells: readonly Cell[]): Iterable<Cell> {
  const places = new Map<string, Cell>();
  for (const cell of cells) {
    const { counter, window, startsMs, lengthMs, used, held } = cell;
    const place = `${window} ${String(startsMs)} ${String(lengthMs)} ${counter}`;
    const known = places.get(place);
    const sum = known ? { used: known.used + used, held: known.held + held } : { used, held };
    places.set(place, { counter, window, startsMs, lengthMs, ...sum });
  }
  return places.values();
}
