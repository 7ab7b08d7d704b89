import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import type { NewsSource } from '@aicp/common/snapshot/poll-news';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import {
  MOST_FOUND,
  type Finding,
  type FindingsReport,
} from '@aicp/contracts/poll/findings-report';
import { sql } from 'kysely';
import type { WorkflowTables } from '../database/tables.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';

export interface RunCountsOptions {
  readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  readonly snapshot: Pick<WorkflowSnapshot, 'latest'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** What has to be there before anything is counted. */
  readonly ready: () => Promise<unknown>;
}

/** Executions that began within so long are counted, ms. */
const WINDOW_MS = 86_400_000;
/** So often they are counted, ms. */
const EVERY_MS = 30_000;
/** So long after it was made, a count is told, ms: beyond that nobody knows. */
const FRESH_MS = 120_000;

interface Counts {
  readonly runs: number;
  readonly failures: number;
}

/**
 * How many executions of each template began in the last 24 hours, and how many of these have failed, of all replicas together; for the operator, which writes it into the
 * status of the templates. Those that steps of other workflows started count as well.
 */
export class RunCounts implements Background, NewsSource<FindingsReport> {
  private readonly options: RunCountsOptions;
  private readonly loop: BackgroundLoop;
  /** By metadata.uid of the template. */
  private counts: ReadonlyMap<string, Counts> | undefined;
  /** By the monotonic clock, ms. */
  private countedAt = -Infinity;
  private listener: () => void = () => undefined;

  constructor(options: RunCountsOptions) {
    this.options = options;
    const { clock, log, ready } = options;
    this.loop = new BackgroundLoop({
      work: () => this.count(),
      everyMs: EVERY_MS,
      ...{ clock, ready },
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'executions_not_counted');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Undefined until they were counted, while they cannot be, and before the first snapshot. */
  report(): FindingsReport | undefined {
    const { clock, snapshot } = this.options;
    const { counts } = this;
    const templates = snapshot.latest?.templates.all;
    if (!counts || !templates || clock.monotonic() - this.countedAt > FRESH_MS) return undefined;
    const objects = templates.slice(0, MOST_FOUND).map(({ source }): Finding => {
      const { runs, failures } = counts.get(source.uid) ?? { runs: 0, failures: 0 };
      const { name, uid } = source;
      return { kind: 'WorkflowTemplate', name, uid, conditions: [], observed: { runs, failures } };
    });
    return { at: new Date(clock.now()).toISOString(), objects };
  }

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  /** Counts once, now. Rejects with DatabaseUnavailable. */
  async count(): Promise<void> {
    const { clock, database } = this.options;
    const rows = await database.kysely
      .selectFrom('execution')
      .select(['template_uid', sql<string>`count(*)`.as('runs')])
      .select(sql<string>`count(*) filter (where status = 'failed')`.as('failures'))
      .where('created_at', '>', new Date(clock.now() - WINDOW_MS))
      .groupBy('template_uid')
      .orderBy('template_uid')
      .execute();
    const counts = rows.map(
      ({ template_uid: uid, runs, failures }) =>
        [uid ?? '', { runs: Number(runs), failures: Number(failures) }] as const,
    );
    const isNews = !this.counts || JSON.stringify([...this.counts]) !== JSON.stringify(counts);
    this.counts = new Map(counts);
    this.countedAt = clock.monotonic();
    if (isNews) this.listener();
  }
}
