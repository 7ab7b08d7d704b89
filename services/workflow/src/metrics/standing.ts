import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import type { WorkflowTables } from '../database/tables.ts';
import { OPEN_LIST } from '../store/open-list.ts';
import type { WorkflowMetrics } from './workflow-metrics.ts';

const EVERY_MS = 30_000;

interface Row {
  readonly status: string;
  readonly count: string;
  /** How long ago the first of them was written down, s. */
  readonly oldest: number;
}

/** Counts now and then what is open in the database, for the metrics. */
export const standing = ({
  database: { kysely },
  metrics,
  ...loop
}: {
  readonly database: Pick<Database<WorkflowTables>, 'kysely'>;
  readonly metrics: Pick<WorkflowMetrics, 'stands'>;
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}): Background =>
  new BackgroundLoop({
    work: async () => {
      const { rows } = await sql<Row>`select status, count(*) as count,
          extract(epoch from now() - min(created_at))::float as oldest
        from workflow.execution where status in (${OPEN_LIST}) group by status`.execute(kysely);
      metrics.stands({
        open: new Map(rows.map(({ status, count }) => [status, Number(count)])),
        oldestPendingSeconds: rows.find(({ status }) => status === 'pending')?.oldest ?? 0,
      });
    },
    everyMs: EVERY_MS,
    ...{ ready: loop.ready, clock: loop.clock },
    onFailure: (error, failures) => {
      if (failures === 5) loop.log.warn({ err: error }, 'executions_not_counted');
    },
  });
