import type { Clock } from '../../time/clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import { EqualShares, type Allowance } from '../allowance.ts';
import type { Counters, Misfit, Standing, Taken } from '../counters.ts';
import type { Cell } from '../tally.ts';
import { wholeDemand } from '../window.ts';
import type { CountersMetrics } from './counters-metrics.ts';
import { Membership, type CountersChange } from './membership.ts';
import { SCRIPTS, type Script } from './scripts.ts';
import { reasonOf, type Store } from './store.ts';
import type { StoreTimes } from './times.ts';
import { Twin } from './twin.ts';
import { AnswerReader, TakeWriter, type Asking } from './wire.ts';

export interface RedisCountersOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Gives [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: CountersMetrics;
  readonly times: StoreTimes;
  /** A name of this process that no other has, nor had. */
  readonly replica: string;
  /** How many replicas share the limits: each may go on alone with so much less. */
  readonly expectedReplicas: () => number;
  /** What of each limit is for this replica while it counts alone; absent: an equal share. */
  readonly allowance?: Allowance | undefined;
  readonly onChange: (change: CountersChange) => void;
  /** Counts by this clock, ms since 1970, in place of the server's. */
  readonly time?: (() => number) | undefined;
}

/** A take or a look that waits for its answer. */
interface Asked extends Asking {
  /** The store's answer. */
  readonly answered: (reader: AnswerReader) => void;
  /** There is none: this replica decides alone. */
  readonly alone: () => void;
}

/** So many takes go in one command, so that none of them keeps the server long. */
const MOST_TAKES = 64;
const MOST_SETTLEMENTS = 256;

/**
 * Counters that all replicas share in Redis or Valkey. What is taken in one turn of the event loop is one command, with what was settled since.
 * Where the store does not answer in time, this replica goes on alone (`Twin`), and no request waits again until it answers (`Membership`).
 */
export class RedisCounters implements Counters {
  readonly outlivesProcess = true;
  private readonly options: RedisCountersOptions;
  private readonly twin: Twin;
  private readonly membership: Membership;
  private readonly writer = new TakeWriter();
  private queue: Asked[] = [];
  private isFlushing = false;
  /** Commands without an answer. */
  private out = 0;
  private settling: NodeJS.Timeout | undefined;
  /** When the first came of what the store has not heard, by the steady clock. */
  private changedAt = 0;

  constructor(options: RedisCountersOptions) {
    this.options = options;
    this.twin = new Twin({
      clock: options.clock,
      allowance: options.allowance ?? new EqualShares(options.expectedReplicas),
      onChange: () => {
        this.changedAt = options.clock.monotonic();
        this.settleSoon(options.times.settleMs);
      },
    });
    this.membership = new Membership({
      ...options,
      twin: this.twin,
      run: (script, asked) => this.run(script, asked),
      commandsOut: () => this.out,
    });
  }

  /** Joins the other replicas. Resolves when it has, or when the first attempt has failed: it goes on in the background. */
  start(): Promise<void> {
    return this.membership.start();
  }

  take(
    demands: readonly Demand[],
    done: (taken: Taken) => void,
    otherwise?: readonly Demand[],
  ): void {
    const asked = demands.map(wholeDemand);
    const other = otherwise?.map(wholeDemand);
    this.ask({
      demands: asked,
      otherwise: other,
      isLook: false,
      answered: (reader) => {
        this.tell(done, this.takenBy(reader, asked, other));
      },
      alone: () => {
        const verdict = this.twin.takeAlone(other ? [asked, other] : [asked]);
        this.options.metrics.alone(verdict.isTaken);
        if (!verdict.isTaken) this.tell(done, verdict);
        else {
          const { standings, entries, isOther = false } = verdict;
          this.tell(done, { isTaken: true, isOther, standings, hold: this.twin.holdOf(entries) });
        }
      },
    });
  }

  /** What the store did of a take, and of what was to be taken otherwise. */
  private takenBy(
    reader: AnswerReader,
    asked: readonly Demand[],
    other?: readonly Demand[],
  ): Taken {
    const { fits, ...rest } = reader.next(asked);
    const second = other && reader.next(other);
    if (fits)
      return this.taken({ demands: asked, standings: rest.standings, isOther: false }, reader);
    this.twin.heard(asked, rest.standings, reader.nowMs);
    if (!other || !second) return { isTaken: false, ...rest };
    const { standings } = second;
    if (second.fits) return this.taken({ demands: other, standings, isOther: true }, reader);
    this.twin.heard(other, standings, reader.nowMs);
    return { isTaken: false, ...rest };
  }

  private taken(
    what: { demands: readonly Demand[]; standings: readonly Standing[]; isOther: boolean },
    { nowMs }: AnswerReader,
  ): Taken {
    const { demands, standings, isOther } = what;
    return { isTaken: true, isOther, standings, hold: this.twin.add(demands, standings, nowMs) };
  }

  peek(demands: readonly Demand[]): Promise<Misfit> {
    const asked = demands.map(wholeDemand);
    return new Promise((resolve) => {
      this.ask({
        demands: asked,
        isLook: true,
        answered: (reader) => {
          const { standings, refusedBy, retryAfterMs } = reader.next(asked);
          this.twin.heard(asked, standings, reader.nowMs);
          resolve({ standings, refusedBy, retryAfterMs });
        },
        alone: () => {
          resolve(this.twin.lookAlone(asked));
        },
      });
    });
  }

  /** What the store answers to a look is known from then on. */
  async learn(demands: readonly Demand[]): Promise<void> {
    await this.peek(demands);
  }

  cell(demand: Demand): Readonly<Pick<Cell, 'used' | 'held'>> {
    return this.twin.cell(demand);
  }

  known(demands: readonly Demand[]): readonly (Standing | undefined)[] {
    const asked = demands.map(wholeDemand);
    return this.membership.isIn ? this.twin.recall(asked) : this.twin.lookAlone(asked).standings;
  }

  /** Why this replica counts alone; undefined while it does not. */
  get lostBecause(): string | undefined {
    return this.membership.lostBecause;
  }

  async close(): Promise<void> {
    this.flush();
    while (this.membership.isIn && this.twin.hasChanges) this.send([]);
    clearTimeout(this.settling);
    await this.membership.leave();
    this.options.store.close();
  }

  private ask(asked: Asked): void {
    if (!this.membership.isIn) {
      asked.alone();
      return;
    }
    this.queue.push(asked);
    if (this.isFlushing) return;
    this.isFlushing = true;
    // After all that this turn of the event loop has read: what came together goes together.
    setImmediate(() => {
      this.flush();
    });
  }

  private flush(): void {
    this.isFlushing = false;
    const { queue } = this;
    this.queue = [];
    for (let at = 0; at < queue.length; at += MOST_TAKES) {
      this.send(queue.slice(at, at + MOST_TAKES));
    }
  }

  /** Sends takes with what there is to settle. Each of the takes is answered once: by the store, or after the deadline by this replica alone. */
  private send(asked: readonly Asked[]): void {
    if (!this.membership.isIn) {
      for (const { alone } of asked) alone();
      return;
    }
    let isOpen = true;
    const goAlone = (reason: string): void => {
      if (!isOpen) return;
      isOpen = false;
      this.membership.lose(reason);
      for (const { demands, otherwise = [], alone } of asked) {
        this.twin.doubt([...demands, ...otherwise]);
        alone();
      }
    };
    const late = this.deadline(asked.length, goAlone);
    this.run(SCRIPTS.take, this.writer.write(this.twin.takeChanges(MOST_SETTLEMENTS), asked))
      .then((reply) => {
        clearTimeout(late);
        if (!isOpen) return;
        const reader = new AnswerReader(reply, asked);
        if (reader.second < 0) {
          goAlone('it was emptied');
          return;
        }
        isOpen = false;
        this.twin.hears(reader.nowMs);
        for (const { answered } of asked) answered(reader);
      })
      .catch((error: unknown) => {
        clearTimeout(late);
        goAlone(reasonOf(error));
      });
  }

  /** Without a request that waits, there is patience. */
  private deadline(requests: number, isOver: (reason: string) => void): NodeJS.Timeout {
    const { deadlineMs, patienceMs } = this.options.times;
    const ms = requests > 0 ? deadlineMs : patienceMs;
    return setTimeout(() => {
      // An answer may have come while this process did something else: it is read before this is called.
      setImmediate(() => {
        isOver(`no answer within ${String(ms)} ms`);
      });
    }, ms);
  }

  private async run(script: Script, asked: string): Promise<unknown> {
    const { store, replica, time, times, metrics } = this.options;
    const finished = metrics.command();
    const now = time ? String(time()) : '';
    let isDone = false;
    this.out += 1;
    try {
      const reply = await store.runForBytes(script, replica, now, String(times.deadMs), asked);
      isDone = true;
      return reply;
    } finally {
      this.out -= 1;
      finished(isDone);
    }
  }

  /** A caller's mistake in one callback leaves the others as they are. */
  private tell(done: (taken: Taken) => void, taken: Taken): void {
    try {
      done(taken);
    } catch (error) {
      this.options.log.error({ err: error }, 'counters_callback_failed');
    }
  }

  /** What was settled goes with the next take: by itself only where none came for long enough. */
  private settleSoon(afterMs: number): void {
    this.settling ??= setTimeout(() => {
      this.settling = undefined;
      const { clock, times } = this.options;
      const left = times.settleMs - (clock.monotonic() - this.changedAt);
      if (left <= 0 && this.membership.isIn && this.twin.hasChanges) this.send([]);
      if (this.twin.hasChanges) this.settleSoon(left > 0 ? Math.ceil(left) : times.settleMs);
    }, afterMs);
  }
}
