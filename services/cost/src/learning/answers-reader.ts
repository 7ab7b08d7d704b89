import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { Logger } from '@aicp/common/log/logger';
import type { CostSnapshot } from '../snapshot/cost-snapshot.ts';
import type { AnsweredRequest, AnswersStore, Place } from './answers-store.ts';
import { FIRST_ID } from './answers-store.ts';
import type { Learner } from './learner.ts';

const EVERY_MS = 2_000;
/** What came before the start: so many requests, and no older ones. */
const MOST_BEFORE = 20_000;
const OLDEST_MS = 7 * 86_400_000;
/** So much is read at a time, and in one turn. */
const PAGE = 1_000;
const PAGES_A_TURN = 20;
/** Gateways deliver a little late: so far back a turn looks again, unless there is too much to read. What comes later is not learned from. */
const LATE_MS = 15_000;

interface AnswersReaderParts {
  readonly store: Pick<AnswersStore, 'startOfNewest' | 'after'>;
  readonly learner: Pick<Learner, 'learn'>;
  readonly snapshot: Pick<CostSnapshot, 'latest'>;
  readonly migrated: () => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Follows what the ledger takes in, every two seconds, in bounded steps. */
export class AnswersReader {
  private readonly parts: AnswersReaderParts;
  private readonly loop: BackgroundLoop;
  /** Up to where it has read. */
  private place: Place | undefined;
  private isBusy = false;
  /** Of the last while: ids of requests that were taken in, each with its moment. */
  private readonly taken = new Map<string, number>();

  constructor(parts: AnswersReaderParts) {
    this.parts = parts;
    const { clock, log, migrated: ready } = parts;
    this.loop = new BackgroundLoop({
      work: () => this.read(),
      everyMs: EVERY_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        const level = failures === 1 ? 'warn' : 'debug';
        log[level]({ err: error, failures }, 'answers_not_read');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One turn: whatever is new. */
  async read(): Promise<void> {
    const { store, snapshot, clock } = this.parts;
    if (!snapshot.latest) return;
    this.place ??= await store.startOfNewest(MOST_BEFORE, clock.now() - OLDEST_MS);
    let from = this.isBusy ? this.place : this.forTheLate(this.place);
    let pages = 0;
    let isFull = true;
    while (isFull && pages < PAGES_A_TURN) {
      const page = await store.after(from, { limit: PAGE, untilMs: clock.now() });
      this.takeIn(page);
      from = placeOf(page.at(-1)) ?? from;
      isFull = page.length === PAGE;
      pages += 1;
      await nextTurn();
    }
    this.isBusy = isFull;
    if (isAfter(from, this.place)) this.place = from;
    this.forget(this.place.atMs - LATE_MS);
  }

  private takeIn(page: readonly AnsweredRequest[]): void {
    const known = this.parts.snapshot.latest;
    if (!known) return;
    for (const answered of page) {
      if (this.taken.has(answered.id)) continue;
      this.taken.set(answered.id, answered.atMs);
      this.parts.learner.learn(answered, known);
    }
  }

  private forTheLate({ atMs }: Place): Place {
    return { atMs: atMs - LATE_MS, id: FIRST_ID };
  }

  private forget(beforeMs: number): void {
    for (const [id, atMs] of this.taken) if (atMs < beforeMs) this.taken.delete(id);
  }
}

const placeOf = (answered: AnsweredRequest | undefined): Place | undefined =>
  answered && { atMs: answered.atMs, id: answered.id };

const isAfter = (one: Place, other: Place): boolean =>
  one.atMs > other.atMs || (one.atMs === other.atMs && one.id > other.id);
