import type { Demand } from '@aicp/contracts/limits/demands';
import type { Cell } from './tally.ts';

/** How a demand's counter stands. */
export interface Standing {
  /** What the limit leaves. */
  readonly remaining: number;
  /** By how much the count is beyond the limit; absent: it is not. */
  readonly over?: number | undefined;
  /** Whether nobody knows how much was used before: nothing fits until somebody does. */
  readonly isUnknown?: boolean;
  /** What of the count is held by requests that are under way. */
  readonly held?: number;
  /** What of the limit counts here: a share of it where this process counts alone; absent: all of it. */
  readonly limit?: number;
  /** Until the window ends, ms; of a sliding one, until there is room for this amount; of `now`, when to ask again, as nobody can know. */
  readonly resetMs: number;
}

/** Which demands do not fit, and for how long. */
export interface Misfit {
  /** Standings by index of demand, without what was asked for. */
  readonly standings: readonly Standing[];
  /** Indexes of the demands that do not fit. */
  readonly refusedBy: readonly number[];
  /** Until all of them may fit, ms; 0 where all fit. What is more than a share of a limit does not fit then either. */
  readonly retryAfterMs: number;
  /** Whether this process counts alone for now only, because it has lost the store that it shares. */
  readonly isLost?: boolean;
  /** Whether there may be room, and whoever has to grant it could not be asked. */
  readonly isUngranted?: boolean;
}

export type Taken =
  | {
      readonly isTaken: true;
      /** It is the alternative that was taken: standings and hold are of its demands. */
      readonly isOther?: boolean;
      /** Standings by index of demand, with what was taken. */
      readonly standings: readonly Standing[];
      readonly hold: Hold;
    }
  | ({ readonly isTaken: false } & Misfit);

/** What a demand really used. */
export interface Used {
  /** Of the demand, in the order in which they were taken. */
  readonly index: number;
  /** An integer of 0 or more; it may be more than was taken. */
  readonly amount: number;
}

/** What a request has taken. One of the first two is to be called, once; whatever is called later does nothing. */
export interface Hold {
  /** Counts what was used in the windows in which it was taken. Held demands that are not named are given back, others stay as taken. */
  settle(used: readonly Used[]): void;
  /** The request never was: gives everything back, counted requests too. */
  giveBack(): void;
  /** Ends some demands before the others: what they held is given back; what they counted too, unless it `stays`. */
  release(indexes: readonly number[], stays: boolean): void;
}

/** Counts shared by all requests of a process, or of all replicas. Names say what is counted and not by whose limit, so a new limit finds the old count. */
export interface Counters {
  /**
   * Takes all of it or none, in one step; where a demand does not fit that `yields`, in the same step all of `otherwise`, or nothing. Calls back in the same turn where it can; never throws, and never
   * fails because a store is away.
   */
  take(
    demands: readonly Demand[],
    done: (taken: Taken) => void,
    otherwise?: readonly Demand[],
  ): void;
  /** What `take` would say now, without taking. */
  peek(demands: readonly Demand[]): Promise<Misfit>;
  /**
   * How the counters stand as far as this process knows at once, without asking anybody: where several count together, as it was last told of them in their
   * windows of now. Undefined where it knows nothing.
   */
  known(demands: readonly Demand[]): readonly (Standing | undefined)[];
  /**
   * Finds out how the counters stand with all who count in them, so that `known` says it for a while; absent where nobody else counts. Resolves also where nobody answers.
   */
  learn?(demands: readonly Demand[]): Promise<void>;
  /** Counts what was used before this process, in the windows of now, whatever the limits; absent where the counts outlived it. */
  load?(demands: readonly Demand[]): void;
  /** Whether what a process counted counts after it too, and what it held does not; absent: nothing does. */
  readonly outlivesProcess?: boolean;
  /** Whether a ledger tells what money earlier processes spent, also of requests that end only now; absent: none does. */
  readonly hasLedger?: boolean;
  /** What this process alone counts of a demand's counter in its window. It changes as requests are counted. */
  cell(demand: Demand): Readonly<Pick<Cell, 'used' | 'held'>>;
  close(): Promise<void>;
}
