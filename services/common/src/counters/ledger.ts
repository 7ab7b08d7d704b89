import type { Demand, Window } from '@aicp/contracts/limits/demands';
import type { Misfit, Standing } from './counters.ts';
import { Generations } from './generations.ts';
import type { Heard } from './allowance.ts';
import { FixedTally, SlidingTally, type Cell, type Tally } from './tally.ts';
import { isCalendar, likelyWithin, spanOf, wholeDemand, type Moment } from './window.ts';

/** Counters of sliding windows of one length: those touched lately, and those touched before. */
interface Rotation {
  young: Map<string, Tally>;
  old: Map<string, Tally>;
  /** By the steady clock. */
  turnsAt: number;
}

/**
 * Counts in memory. Windows that are over are forgotten, whole minutes and days at once, so what is kept is what the windows of now
 * count. A calendar window is over when its time has passed by the steady clock too: a clock that steps finds its counts again.
 */
export class Ledger {
  private readonly generations = new Generations();
  private readonly rotations = new Map<number, Rotation>();
  private readonly current = new Map<string, Tally>();

  /** Takes all demands or none. `limitOf`: the limit that counts here. */
  take(demands: readonly Demand[], at: Moment, limitOf = limitAsItIs): Verdict {
    const { asked, entries, refusedBy } = this.attempt(demands, at, limitOf);
    if (refusedBy.length > 0) {
      this.undo(asked, entries);
      return { isTaken: false, ...misfit(asked, refusedBy) };
    }
    return { isTaken: true, standings: standingsOf(asked), entries };
  }

  /** Takes the first of these lists of demands that fits, all of it: the second only where the first lacks what yields to it. What does not fit is that of the first. */
  takeEither(lists: readonly (readonly Demand[])[], at: Moment, limitOf = limitAsItIs): Verdict {
    const [first = [], otherwise] = lists;
    const verdict = this.take(first, at, limitOf);
    if (verdict.isTaken || !otherwise) return verdict;
    if (!mayYield(first, verdict)) return verdict;
    const other = this.take(otherwise, at, limitOf);
    return other.isTaken ? { ...other, isOther: true } : verdict;
  }

  /** What `take` would say, without taking. */
  look(demands: readonly Demand[], at: Moment, limitOf = limitAsItIs): Misfit {
    const { asked, entries, refusedBy } = this.attempt(demands, at, limitOf);
    this.undo(asked, entries);
    return misfit(asked, refusedBy);
  }

  /** Counts a demand, whatever its limit. */
  add(given: Demand, at: Moment): Entry {
    const demand = wholeDemand(given);
    return this.added(demand, this.tally(demand, at), timeOf(demand.window, at));
  }

  /** Keeps how the counter of a demand stands where others count as well. */
  hear(demand: Demand, standing: Standing | undefined, at: Moment): void {
    if (!isCalendar(demand.window)) return;
    hears(this.tally(demand, at).cell(at.wall), demand, standing);
  }

  /** What a counter leaves by what was heard and by what was counted here since; undefined where nothing was heard in its minute, day or period. */
  recall({ counter, window, limit, amount }: Demand, at: Moment): Standing | undefined {
    if (!isCalendar(window)) return undefined;
    const tally = this.generations.find(window, at).tallies.get(counter);
    const [cell] = tally?.cells() ?? [];
    if (!tally || cell?.others === undefined) return undefined;
    const left = limit - cell.others - cell.used - cell.held;
    return {
      remaining: Math.max(0, left),
      over: overOf(left),
      resetMs: tally.resetMs(at.wall, { amount, limit }),
    };
  }

  /** Corrects what a demand counts to what was used; undefined: nothing of what it held, and all of what it did not. */
  settle({ cell, demand }: Entry, used: number | undefined): void {
    const isHeld = holds(demand);
    if (isHeld) cell.held -= demand.amount;
    if (cell.window === 'now') this.letGo(cell);
    else if (isHeld) cell.used += used ?? 0;
    else cell.used += (used ?? demand.amount) - demand.amount;
  }

  giveBack({ cell, demand }: Entry): void {
    if (holds(demand)) cell.held -= demand.amount;
    else cell.used -= demand.amount;
    this.letGo(cell);
  }

  /** Where a demand would be counted now. */
  cell(demand: Demand, at: Moment): Cell {
    return this.tally(wholeDemand(demand), at).cell(timeOf(demand.window, at));
  }

  /** All that still counts. */
  *cells(): Generator<Cell> {
    const rotations = [...this.rotations.values()].flatMap(({ young, old }) => [young, old]);
    const maps = [this.current, ...rotations, ...this.generations.tallies()];
    for (const tallies of maps) for (const tally of tallies.values()) yield* tally.cells();
  }

  /** Takes each demand that fits beside those before it. */
  private attempt(demands: readonly Demand[], at: Moment, limitOf: LimitOf): Attempt {
    const asked: Asked[] = [];
    const entries: Entry[] = [];
    const refusedBy: number[] = [];
    for (const given of demands) {
      const whole = wholeDemand(given);
      const tally = this.tally(whole, at);
      const limit = limitOf(whole, isCalendar(whole.window) ? tally.cell(at.wall) : undefined);
      const demand = whole.amount > limit ? likelyWithin(whole, limit) : whole;
      const { amount, window } = demand;
      const nowMs = timeOf(window, at);
      if (tally.count(nowMs) + amount > limit) refusedBy.push(asked.length);
      else entries.push(this.added(demand, tally, nowMs));
      asked.push({
        tally,
        nowMs,
        amount,
        limit,
        remaining: 0,
        over: undefined,
        held: 0,
        resetMs: 0,
      });
    }
    return { asked, entries, refusedBy };
  }

  private undo(asked: readonly Asked[], entries: readonly Entry[]): void {
    for (const entry of entries) this.giveBack(entry);
    for (const { tally } of asked) for (const cell of tally.cells()) this.letGo(cell);
  }

  private added(demand: Demand, tally: Tally, nowMs: number): Entry {
    const cell = tally.cell(nowMs);
    if (holds(demand)) cell.held += demand.amount;
    else cell.used += demand.amount;
    return { cell, demand };
  }

  /** Nothing is kept of what nobody holds. */
  private letGo(cell: Cell): void {
    if (cell.window !== 'now' || cell.held > 0) return;
    if (this.current.get(cell.counter)?.cells()[0] === cell) this.current.delete(cell.counter);
  }

  private tally(demand: Demand, at: Moment): Tally {
    const { counter, window } = demand;
    if (window.kind === 'now') return this.currentTally(demand, at);
    if (window.kind === 'sliding') return this.slidingTally(demand, window.ms, at);
    const { tallies } = this.generations.find(window, at);
    const known = tallies.get(counter);
    if (known) return known;
    const made = newTally(demand, at);
    tallies.set(counter, made);
    return made;
  }

  private currentTally(demand: Demand, at: Moment): Tally {
    const known = this.current.get(demand.counter);
    if (known) return known;
    const made = newTally(demand, at);
    this.current.set(demand.counter, made);
    return made;
  }

  private slidingTally(demand: Demand, ms: number, at: Moment): Tally {
    const { young, old } = this.rotation(ms, at.steady);
    const known = young.get(demand.counter);
    if (known) return known;
    const made = old.get(demand.counter) ?? newTally(demand, at);
    old.delete(demand.counter);
    young.set(demand.counter, made);
    return made;
  }

  private rotation(ms: number, steady: number): Rotation {
    const known = this.rotations.get(ms);
    if (known && steady < known.turnsAt) return known;
    for (const [length, { turnsAt }] of this.rotations) {
      if (steady >= turnsAt + 2 * length) this.rotations.delete(length);
    }
    const old = this.rotations.get(ms)?.young ?? new Map<string, Tally>();
    const rotation = { young: new Map<string, Tally>(), old, turnsAt: steady + 2 * ms + 1 };
    this.rotations.set(ms, rotation);
    return rotation;
  }
}

/** A demand that is counted, and the cell that it is counted in. */
export interface Entry {
  readonly cell: Cell;
  readonly demand: Demand;
}

export type Verdict =
  | {
      readonly isTaken: true;
      readonly isOther?: boolean;
      readonly standings: readonly Standing[];
      readonly entries: readonly Entry[];
    }
  | ({ readonly isTaken: false } & Misfit);

/** What was asked of a counter, and how it stands when all has been asked. */
interface Asked {
  readonly tally: Tally;
  readonly nowMs: number;
  readonly amount: number;
  readonly limit: number;
  remaining: number;
  over: number | undefined;
  held: number;
  resetMs: number;
}

interface Attempt {
  readonly asked: readonly Asked[];
  readonly entries: readonly Entry[];
  readonly refusedBy: readonly number[];
}

/** The limit that counts here. `heard`: how the counter of a calendar window stood with all, as it was last told. */
export type LimitOf = (demand: Demand, heard: Heard | undefined) => number;

const misfit = (asked: readonly Asked[], refusedBy: readonly number[]): Misfit =>
  misfitOf(standingsOf(asked), refusedBy);

/** What does not fit, by how the counters stand: all of it may fit when the last of those has room. */
export function misfitOf(standings: readonly Standing[], refusedBy: readonly number[]): Misfit {
  const waits = refusedBy.map((index) => standings[index]?.resetMs ?? 0);
  return { standings, refusedBy, retryAfterMs: Math.max(0, ...waits) };
}

function standingsOf(asked: readonly Asked[]): readonly Standing[] {
  for (const one of asked) {
    const left = one.limit - one.tally.count(one.nowMs);
    one.remaining = Math.max(0, left);
    one.over = overOf(left);
    one.held = one.tally.held();
    one.resetMs = one.tally.resetMs(one.nowMs, one);
  }
  return asked;
}

/** Keeps of a cell what others count in its window, by how its counter stands with all. */
export function hears(cell: Cell, { limit, window }: Demand, standing: Standing | undefined): void {
  if (!standing || !isCalendar(window)) return;
  cell.ownThen = cell.used + cell.held;
  const count = limit - standing.remaining + (standing.over ?? 0);
  cell.others = Math.max(0, count - cell.ownThen);
}

/** Whether something else may be taken in place of demands that do not fit: one of those yields. */
export const mayYield = (
  demands: readonly Demand[],
  { refusedBy }: Pick<Misfit, 'refusedBy'>,
): boolean => refusedBy.some((index) => demands[index]?.yields === true);

/** By how much a count is beyond its limit, which leaves so much. */
export const overOf = (left: number): number | undefined => (left < 0 ? -left : undefined);

const limitAsItIs: LimitOf = ({ limit }) => limit;

export const holds = ({ isHeld, window }: Demand): boolean => isHeld || window.kind === 'now';

const timeOf = (window: Window, at: Moment): number =>
  window.kind === 'sliding' ? at.sliding : at.wall;

function newTally({ counter, window }: Demand, at: Moment): Tally {
  if (window.kind === 'sliding') return new SlidingTally(counter, window.ms);
  const cell = { counter, window: window.kind, startsMs: 0, lengthMs: 0, used: 0, held: 0 };
  if (window.kind === 'now') return new FixedTally(cell);
  const { startsMs, endsMs } = spanOf(window, at.wall);
  const lengthMs = window.kind === 'period' ? endsMs - startsMs : 0;
  return new FixedTally(
    { ...cell, startsMs, lengthMs, others: undefined, ownThen: undefined },
    endsMs,
  );
}
