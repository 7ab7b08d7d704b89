import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import type { Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { FindingBoard } from '../findings/finding-board.ts';
import type { Leader } from '../findings/leader.ts';
import type { ObjectStore } from '../resources/store.ts';
import { HealthReader } from './health/health-reader.ts';
import { healthRoutes } from './health/health-routes.ts';
import { SlaMetrics } from './sla-metrics.ts';
import { SlaMonitor } from './sla-monitor.ts';
import { ViolationKeeper } from './violations/violation-keeper.ts';
import { violationRoutes } from './violations/violation-routes.ts';
import { ViolationStore } from './violations/violation-store.ts';
import type { AuditedViolations, SlaTables } from './violations/violation-table.ts';

export interface Sla {
  readonly routes: readonly Route[];
  readonly background: readonly Background[];
  readonly violations: Pick<ViolationStore, 'active'>;
}

/** SLAs: evaluating them, and what was found out. Without a ledger nobody knows anything, and the routes say so. */
export function createSla(parts: {
  readonly database: Pick<Database<SlaTables>, 'kysely' | 'migrated'>;
  readonly chain: Pick<AuditChain<AuditedViolations>, 'write'>;
  readonly store: ObjectStore;
  readonly ledger: Pick<LedgerReader, 'latencyWindows' | 'latencySpans'> | undefined;
  readonly leader: Pick<Leader, 'takes'>;
  readonly board: Pick<FindingBoard, 'put'>;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly log: Logger;
}): Sla {
  const { database, ledger, registry } = parts;
  const violations = new ViolationStore(parts);
  const health = new HealthReader({ ...parts, violations });
  const routes = [...healthRoutes(health), ...violationRoutes(violations)];
  if (!ledger) return { routes, background: [], violations };
  const monitor = new SlaMonitor({
    ...parts,
    ledger,
    violations: new ViolationKeeper(database),
    metrics: new SlaMetrics(registry),
    ready: () => database.migrated(),
  });
  return { routes, background: [monitor], violations };
}
