import { AsyncLocalStorage } from 'node:async_hooks';
import type { Background } from '@aicp/api-kit/service/service';
import type { Database, DatabaseLocation } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { backoffMs } from '@aicp/common/time/backoff';
import { pause, type Clock } from '@aicp/common/time/clock';
import { DBOS, DBOSWorkflowConflictError, type DBOSConfig } from '@dbos-inc/dbos-sdk';
import { currentOwnerXid } from '@dbos-inc/dbos-sdk/internal/context';
import { RUNTIME_SCHEMA, WORKFLOW_ROLE, type WorkflowTables } from '../database/tables.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import type { Once } from '../interpreter/group-runner.ts';
import { ClaimLost } from '../store/claim.ts';
import { never } from '../running/persistence.ts';
import { libraryPool } from './library-pool.ts';
import { quietLogger } from './quiet-logger.ts';
import { letRoleMigrate, USES_LISTEN } from './runtime-tables.ts';

/** Of what the interpreter records: runs of another version are left to replicas that have it. */
export const INTERPRETER_VERSION = '1';
export const APPLICATION = 'aicp-workflow';
const CONNECTIONS = 10;
const RETRY = { baseMs: 250, maxMs: 10_000 };
/** The library wants one, and asks the pool that it is given. */
const NO_URL = 'postgres://nobody@pool.invalid:5432/postgres';
/** A run is taken up again however often its replica ended. */
const MOST_RECOVERIES = 1_000_000;

export interface RuntimeOptions {
  readonly database: Pick<Database<WorkflowTables>, 'engine' | 'ungatedPool' | 'asOwner'>;
  readonly location: DatabaseLocation;
  readonly interpreter: Pick<Interpreter, 'run'>;
  /** The replica. */
  readonly instance: string;
  /** What has to be there before the first execution goes on. */
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

interface Run {
  readonly executionId: string;
  readonly run: number;
}

/** The library has one runtime for a process, and takes its functions before that starts: they ask here who interprets now. */
let interpreterNow: Pick<Interpreter, 'run'> | undefined;

const runTemplate = DBOS.registerWorkflow(
  async ({ executionId }: Run): Promise<void> => {
    const { workflowID: workflowId = '' } = DBOS;
    const token = currentOwnerXid(workflowId) ?? '';
    try {
      await interpreterNow?.run(executionId, { workflowId, token }, once(workflowId));
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
      // Whatever this run ended with would be asked for again and again, until the other one has ended.
      await never();
    }
  },
  { name: 'runTemplate', maxRecoveryAttempts: MOST_RECOVERIES },
);

/** What the library calls a run of an execution. */
const workflowIdOf = (executionId: string, run: number): string =>
  run === 1 ? executionId : `${executionId}.${run}`;

/** A step of the library. It records nothing for who has lost the run, and says so in its own words. */
const once =
  (workflowId: string): Once =>
  async (name, work) => {
    const owned = async () => {
      try {
        return await work();
      } catch (error) {
        throw error instanceof ClaimLost ? new DBOSWorkflowConflictError(workflowId) : error;
      }
    };
    try {
      return await DBOS.runStep(owned, { name });
    } catch (error) {
      throw error instanceof DBOSWorkflowConflictError ? new ClaimLost(workflowId) : error;
    }
  };

/** What makes executions go on after a crash: each is a durable workflow of the library, whose id is the execution's. */
export class Runtime implements Background {
  private readonly options: RuntimeOptions;
  private readonly ending = new AbortController();
  private readonly outside = AsyncLocalStorage.snapshot();
  private starting: Promise<void> | undefined;
  private hasLaunched = false;

  constructor(options: RuntimeOptions) {
    this.options = options;
  }

  get isRunning(): boolean {
    return this.hasLaunched;
  }

  start(): void {
    interpreterNow = this.options.interpreter;
    this.starting ??= this.launchUntilDone();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.starting;
    if (this.hasLaunched) await DBOS.shutdown();
    this.hasLaunched = false;
  }

  /** Runs an execution, each run of it once, whoever asks for it. Rejects where the database is away. */
  async run(executionId: string, run: number): Promise<void> {
    const workflowID = workflowIdOf(executionId, run);
    await this.outside(() => DBOS.startWorkflow(runTemplate, { workflowID })({ executionId, run }));
  }

  /** Deletes what is kept of all runs of executions that have ended. Rejects where the database is away. */
  async forget(
    executions: readonly { readonly id: string; readonly run: number }[],
  ): Promise<void> {
    const runs = executions.flatMap(({ id, run: last }) =>
      Array.from({ length: last }, (_, index) => workflowIdOf(id, index + 1)),
    );
    await this.outside(() => DBOS.deleteWorkflows(runs));
  }

  private async launchUntilDone(): Promise<void> {
    const { ready, clock, random, log } = this.options;
    const { signal } = this.ending;
    await ready();
    for (let attempt = 0; !signal.aborted && !this.hasLaunched; attempt += 1) {
      try {
        await this.launch();
        this.hasLaunched = true;
        log.info({ attempt }, 'workflow_runtime_started');
      } catch (error) {
        const level = attempt < 5 ? 'info' : 'warn';
        log[level]({ err: error, attempt }, 'workflow_runtime_not_started');
        await DBOS.shutdown();
        await pause(clock, backoffMs({ attempt, ...RETRY, random }), signal);
      }
    }
  }

  private async launch(): Promise<void> {
    const { database, location, instance, log } = this.options;
    const url = 'url' in location ? (location.ownerUrl ?? location.url) : undefined;
    if (url === undefined) await letRoleMigrate(database);
    else await DBOS.migrate(url, { schemaName: RUNTIME_SCHEMA, applicationRole: WORKFLOW_ROLE });
    const connections = database.engine === 'pglite' ? 1 : CONNECTIONS;
    const config: DBOSConfig = {
      name: APPLICATION,
      systemDatabaseUrl: NO_URL,
      systemDatabasePool: libraryPool(database.ungatedPool, connections),
      systemDatabaseSchemaName: RUNTIME_SCHEMA,
      runMigrations: url === undefined,
      useListenNotify: USES_LISTEN,
      applicationVersion: INTERPRETER_VERSION,
      executorID: instance,
      logger: quietLogger(log),
      tracingEnabled: false,
    };
    DBOS.setConfig(config);
    await DBOS.launch();
  }
}
