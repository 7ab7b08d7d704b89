import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import type { WorkflowTables } from '../database/tables.ts';
import { APPLICATION, INTERPRETER_VERSION } from './runtime.ts';

const BEAT_MS = 4_000;
/** One that has not been heard of for so long is dead, seconds by the database's clock. */
const DEAD_SECONDS = 15;
/** Who was away itself waits so many beats before it calls others dead: they may be about to come back with the database. */
const BEATS_BEFORE = 4;
/** The library's own: what stands there is run by whichever replica is free. */
const QUEUE = '_dbos_internal_queue';

/** Says that this replica lives, and takes up what dead ones had: the library itself takes up its own alone, after a restart. */
export class Replicas implements Background {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  private readonly instance: string;
  private readonly wasAway: () => Promise<void>;
  private readonly tookOver: (count: number) => void;
  private readonly log: Logger;
  private readonly loop: BackgroundLoop;
  private beats = 0;

  constructor(options: {
    readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
    readonly instance: string;
    readonly isRunning: () => boolean;
    /** Told when others may have taken this replica for dead. */
    readonly wasAway: () => Promise<void>;
    /** Told how many executions of dead replicas this one set free. */
    readonly tookOver: (count: number) => void;
    readonly ready: () => Promise<unknown>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    const { database, instance, isRunning, wasAway, tookOver, ready, clock, log } = options;
    this.database = database;
    this.instance = instance;
    this.wasAway = wasAway;
    this.tookOver = tookOver;
    this.log = log;
    this.loop = new BackgroundLoop({
      work: async () => {
        if (isRunning()) await this.beat();
      },
      everyMs: BEAT_MS,
      ...{ clock, ready },
      onFailure: (error, failures) => {
        this.beats = 0;
        if (failures === 5) log.warn({ err: error }, 'replica_not_heard');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Whether what one replica does for all is for this one to do: the first by name of those that live. Rejects where the database is away. */
  async isFirst(): Promise<boolean> {
    const { rows } = await sql<{
      first: string | null;
    }>`select min(id) as first from workflow.executor
      where seen_at > now() - make_interval(secs => ${DEAD_SECONDS})`.execute(this.database.kysely);
    const first = rows[0]?.first ?? this.instance;
    return first === this.instance;
  }

  private async beat(): Promise<void> {
    const { kysely } = this.database;
    const before = await sql<{
      was_away: boolean;
    }>`select seen_at < now() - make_interval(secs => ${DEAD_SECONDS}) as was_away
      from workflow.executor where id = ${this.instance}`.execute(kysely);
    await sql`insert into workflow.executor (id, seen_at) values (${this.instance}, now())
      on conflict (id) do update set seen_at = now()`.execute(kysely);
    // It stood still, or the database was away: its executions may be somebody else's now.
    if (before.rows[0]?.was_away === true || this.beats === 0) await this.wasAway();
    this.beats += 1;
    if (this.beats >= BEATS_BEFORE) await this.takeOver();
  }

  /** One statement, so that of two replicas one gets each run. */
  private async takeOver(): Promise<void> {
    const { kysely } = this.database;
    const taken = await sql`update dbos.workflow_status
      set status = 'ENQUEUED', started_at_epoch_ms = null, owner_xid = null,
        updated_at = (extract(epoch from now()) * 1000)::bigint,
        queue_name = coalesce(queue_name, ${QUEUE})
      where status = 'PENDING' and application_name = ${APPLICATION} and application_version = ${INTERPRETER_VERSION}
        and executor_id not in (select id from workflow.executor
          where seen_at > now() - make_interval(secs => ${DEAD_SECONDS}))
      returning workflow_uuid`.execute(kysely);
    if (taken.rows.length > 0) {
      this.log.info({ executions: taken.rows.length }, 'executions_taken_over');
      this.tookOver(taken.rows.length);
    }
    await sql`delete from workflow.executor where seen_at < now() - interval '1 day'`.execute(
      kysely,
    );
  }
}
