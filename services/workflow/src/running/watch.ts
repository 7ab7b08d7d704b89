import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { ENDED_STATUSES } from '@aicp/contracts/workflows/execution-status';
import type { Signal, WorkflowTables } from '../database/tables.ts';
import type { Execution, Held } from '../store/rows.ts';
import { ClaimLost } from '../store/claim.ts';

const EVERY_MS = 500;
/** A cancel that is older was seen by whoever ran the execution. */
const RECENT_MS = 300_000;
const AT_ONCE = 500;

/** Why a run is ended from outside. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** A run of this process. */
interface Run {
  readonly claim: string | null;
  readonly controller: AbortController;
}

type Waiting<T> = Map<string, (value: T) => void>;
export type EndedExecution = Pick<
  Execution,
  'id' | 'status' | 'output' | 'error' | 'cost_nano' | 'tokens'
>;

/**
 * What runs and waits in this process, and is told of what happens elsewhere: that an execution was cancelled, that a person decided, that an execution which a step started ended. One loop asks for all
 * of them; where it happens in this process, they are told at once.
 */
export class Watch implements Background {
  private readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  private readonly clock: Clock;
  private readonly loop: BackgroundLoop;
  private readonly runs = new Map<string, Run>();
  private readonly people: Waiting<Signal> = new Map();
  private readonly ends: Waiting<EndedExecution> = new Map();

  constructor(options: {
    readonly database: Pick<Database<WorkflowTables>, 'kysely' | 'migrated'>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    const { database, clock, log } = options;
    this.database = database;
    this.clock = clock;
    this.loop = new BackgroundLoop({
      work: () => this.look(),
      everyMs: EVERY_MS,
      clock,
      ready: () => database.migrated(),
      onFailure: (error, failures) => {
        if (failures === 10) log.warn({ err: error }, 'executions_not_watched');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Says that an execution runs here, until what is answered is called. */
  running({ id, claim }: Held, controller: AbortController): () => void {
    const run = { claim, controller };
    this.runs.set(id, run);
    return () => {
      if (this.runs.get(id) === run) this.runs.delete(id);
    };
  }

  /** Ends runs of this process whose executions another replica has taken up: asked for after a time in which this one may have been taken for dead. Rejects where the database is away. */
  async lookForLost(): Promise<void> {
    const ids = [...this.runs.keys()];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const found = await this.database.kysely
        .selectFrom('execution')
        .select(['id', 'claim'])
        .where('id', 'in', ids.slice(start, start + AT_ONCE))
        .execute();
      for (const { id, claim } of found) {
        const run = this.runs.get(id);
        if (run && run.claim !== claim) run.controller.abort(new ClaimLost(id));
      }
    }
  }

  /** Ends runs of this process. */
  cancelled(ids: readonly string[]): void {
    for (const id of ids)
      this.runs.get(id)?.controller.abort(new Cancelled('the execution was cancelled'));
  }

  /** What a person says of a step. Rejects when `signal` aborts. */
  async decision(executionId: string, path: string, signal: AbortSignal): Promise<Signal> {
    return await told(this.people, keyOf(executionId, path), signal);
  }

  decided(executionId: string, path: string, said: Signal): void {
    this.people.get(keyOf(executionId, path))?.(said);
  }

  /** How an execution ended. Rejects when `signal` aborts. */
  async endOf(id: string, signal: AbortSignal): Promise<EndedExecution> {
    return await told(this.ends, id, signal);
  }

  private async look(): Promise<void> {
    if (this.runs.size > 0) await this.lookForCancels();
    if (this.people.size > 0) await this.lookForDecisions();
    if (this.ends.size > 0) await this.lookForEnds();
  }

  private async lookForCancels(): Promise<void> {
    const found = await this.database.kysely
      .selectFrom('execution')
      .select('id')
      .where('status', '=', 'cancelled')
      .where('ended_at', '>', new Date(this.clock.now() - RECENT_MS))
      .execute();
    this.cancelled(found.map(({ id }) => id));
  }

  private async lookForDecisions(): Promise<void> {
    const found = await this.database.kysely
      .selectFrom('step')
      .select(['execution_id', 'path', 'signal'])
      .where('status', '=', 'waiting')
      .where('signal', 'is not', null)
      .execute();
    for (const { execution_id: id, path, signal } of found) {
      if (signal) this.decided(id, path, signal);
    }
  }

  private async lookForEnds(): Promise<void> {
    const ids = [...this.ends.keys()];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const found = await this.database.kysely
        .selectFrom('execution')
        .select(['id', 'status', 'output', 'error', 'cost_nano', 'tokens'])
        .where('id', 'in', ids.slice(start, start + AT_ONCE))
        .where('status', 'in', ENDED_STATUSES)
        .execute();
      for (const ended of found) this.ends.get(ended.id)?.(ended);
    }
  }
}

const keyOf = (executionId: string, path: string): string => `${executionId} ${path}`;

async function told<T>(waiting: Waiting<T>, key: string, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = (): void => {
    reject(signal.reason as Error);
  };
  waiting.set(key, resolve);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (waiting.get(key) === resolve) waiting.delete(key);
  }
}
