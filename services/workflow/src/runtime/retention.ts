import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { WorkflowTables } from '../database/tables.ts';
import type { WorkflowMetrics } from '../metrics/workflow-metrics.ts';
import { forgetDeeds } from '../store/decision-store.ts';
import { deleteExecutions, expiredExecutions } from '../store/expired-executions.ts';
import type { Replicas } from './replicas.ts';
import type { Runtime } from './runtime.ts';

const DAY_MS = 86_400_000;
/** So many batches go in one turn: others wait for the database meanwhile. */
const BATCHES = 20;

export interface RetentionOptions {
  readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  readonly runtime: Pick<Runtime, 'forget' | 'isRunning'>;
  readonly replicas: Pick<Replicas, 'isFirst'>;
  /** How long executions are kept after their end, days. */
  readonly days: number;
  /** How often they are looked for. */
  readonly everyMs: number;
  readonly metrics: Pick<WorkflowMetrics, 'deletedSome'>;
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Deletes executions that ended long ago, with all that the engine knows of them. One replica does it; where two believe that they are to, what one deletes is nothing to the other. */
export class Retention implements Background {
  private readonly options: RetentionOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: RetentionOptions) {
    const { everyMs, ready, clock, log } = options;
    this.options = options;
    this.loop = new BackgroundLoop({
      work: () => this.look(),
      ...{ everyMs, clock, ready },
      onFailure: (error, failures) => {
        if (failures === 5) log.warn({ err: error }, 'executions_not_deleted');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async look(): Promise<void> {
    const { database, runtime, replicas, clock, days, log } = this.options;
    if (!runtime.isRunning || !(await replicas.isFirst())) return;
    const endedBefore = new Date(clock.now() - days * DAY_MS);
    let gone = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const deleted = await this.deleteSome(endedBefore);
      if (deleted === 0) break;
      gone += deleted;
    }
    await forgetDeeds(database, endedBefore);
    if (gone > 0) log.info({ executions: gone, days }, 'executions_deleted');
  }

  /** The runtime's rows go first: where this ends in between, the executions are found again. */
  private async deleteSome(endedBefore: Date): Promise<number> {
    const { database, runtime, metrics } = this.options;
    const expired = await expiredExecutions(database, endedBefore);
    if (expired.length === 0) return 0;
    await runtime.forget(expired);
    const ids = expired.map(({ id }) => id);
    const deleted = await deleteExecutions(database, { ids, endedBefore });
    metrics.deletedSome(deleted);
    return deleted;
  }
}
