import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { Leader } from '../../findings/leader.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { EventSweepTables } from './event-sweep-tables.ts';
import { SeenStore } from './seen-store.ts';
import type { Surroundings, Watch } from './watch.ts';
import { WatchTurns } from './watch-turns.ts';

export interface EventSweepOptions {
  readonly watches: readonly Watch[];
  readonly organizationOf: Surroundings['organizationOf'];
  readonly store: Pick<ObjectStore, 'list' | 'read' | 'hasSynced'>;
  readonly leader: Pick<Leader, 'takes'>;
  readonly database: Pick<Database<EventSweepTables>, 'kysely'>;
  /** Resolves when the tables are there that are written to. */
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How late an event may be, ms. */
const EVERY_MS = 10_000;
const FORGET_MS = 3_600_000;
const FAILURES_TO_WARN = 10;

/** Tells what happens to objects, and what becomes due by the clock: one of the replicas does it for all. */
export class EventSweep implements Background {
  private readonly options: EventSweepOptions;
  private readonly loop: BackgroundLoop;
  private readonly seen: SeenStore;
  private readonly turns: readonly WatchTurns[];
  private forgetAt = -Infinity;

  constructor(options: EventSweepOptions) {
    this.options = options;
    const { watches, store, database, clock, log, ready } = options;
    this.seen = new SeenStore(database);
    this.turns = watches.map((watch) => new WatchTurns({ watch, objects: store, seen: this.seen }));
    this.loop = new BackgroundLoop({
      work: () => this.sweep(),
      everyMs: EVERY_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'debug';
        log[level]({ reason: describeError(error), failures }, 'events_not_swept');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One look at everything, where this replica has the duty. One watch that fails keeps the others from nothing; the first failure is thrown at the end. */
  async sweep(): Promise<void> {
    const { leader, store, clock } = this.options;
    if (!store.hasSynced || !(await leader.takes('events'))) return;
    const failures: unknown[] = [];
    for (const turns of this.turns) {
      await this.turnsOf(turns).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    if (clock.monotonic() < this.forgetAt) return;
    await this.seen.forget(clock.now());
    this.forgetAt = clock.monotonic() + FORGET_MS;
  }

  private async turnsOf(turns: WatchTurns): Promise<void> {
    const { clock, organizationOf, leader } = this.options;
    const surroundings = () => ({ nowMs: clock.now(), organizationOf });
    while (await turns.turn(surroundings())) {
      if (!(await leader.takes('events'))) return;
    }
  }
}
