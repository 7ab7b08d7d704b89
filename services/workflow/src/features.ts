import { join } from 'node:path';
import type { Background, Features } from '@aicp/api-kit/service/service';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import { openEvents } from '@aicp/events/database/open-events';
import { VERSION } from './about.ts';
import { a2aRoute } from './a2a/a2a-route.ts';
import { Callers } from './access/callers.ts';
import { foreignPages } from './access/foreign-pages.ts';
import { UsedAssertions } from './access/used-assertions.ts';
import { openEngine } from './open-engine.ts';
import { decisionPages } from './executions/decision-pages.ts';
import { executionDeeds } from './executions/execution-deeds.ts';
import { executionRoutes } from './executions/execution-routes.ts';
import { executionStream } from './executions/execution-stream.ts';
import { OpenStreams } from './executions/open-streams.ts';
import { Starts } from './executions/starts.ts';
import { healthOf } from './health.ts';
import { WorkflowMetrics } from './metrics/workflow-metrics.ts';
import { DecisionStore } from './store/decision-store.ts';
import { WorkflowSnapshot } from './snapshot/workflow-snapshot.ts';
import { RunCounts } from './templates/run-counts.ts';
import { templateRoutes } from './templates/template-routes.ts';
import type { WorkflowFloor } from './workflow-floor.ts';

/** Makes the features, each from what it needs. Nothing is asked of the database yet. */
export async function workflowFeatures(floor: WorkflowFloor): Promise<Features> {
  const { clock, config, database, limits } = floor;
  const events = await openEvents(floor);
  const snapshot = new WorkflowSnapshot();
  const ready = () => Promise.all([database.migrated(), events.migrated()]);
  const counts = new RunCounts({ ...floor, snapshot, ready });
  const receiver = snapshotReceiver(floor, snapshot, counts);
  const metrics = new WorkflowMetrics(floor.registry);
  const engine = openEngine(floor, { snapshot, ready, metrics });
  const { executions, lists, launcher, runtime, watch } = engine;
  const assertions = new UsedAssertions({ secret: config.adminSecret, clock });
  const admins = new UsedAssertions({
    ...{ secret: config.adminSecret, clock, audience: 'aicp-workflow-decisions' as const },
  });
  const gateways = new UsedAssertions({ secret: config.secret, clock, isOfSteps: true });
  const { requireAuth } = config;
  const callers = new Callers({
    ...{ snapshot, limits, assertions, gateways, clock, requireAuth },
    requireNoForeignPage: foreignPages(config),
  });
  const streams = new OpenStreams({ all: 200, ofCaller: 5 });
  const waits = new OpenStreams({ all: 500, ofCaller: 50 });
  const starts = new Starts({ snapshot, executions, launcher, metrics, clock });
  const decisions = new DecisionStore(database);
  const engineParts = { snapshot, executions, lists, decisions, starts, launcher, watch };
  const parts = { ...engineParts, callers, streams, metrics, clock };
  return {
    routes: [
      ...templateRoutes(parts),
      ...executionRoutes(parts),
      ...executionDeeds(parts),
      executionStream(parts),
      a2aRoute({ ...parts, waits }),
    ],
    pages: [decisionPages({ decisions, admins })],
    background: [closing(events), counts, ...engine.background],
    begin: async (ending) => {
      await receiver.start();
      ending.defer(() => receiver.stop());
      ending.defer(() => {
        streams.end();
        waits.end();
      });
    },
    health: healthOf({ receiver, isRunning: () => runtime.isRunning, clock }),
  };
}

/** What ends after everything that stands on it. */
const closing = (database: { close(): Promise<void> }): Background => ({
  start: () => undefined,
  stop: () => database.close(),
});

function snapshotReceiver(
  { config, snapshots: client, log, clock, random, registry }: WorkflowFloor,
  snapshot: WorkflowSnapshot,
  findings: RunCounts,
): SnapshotReceiver {
  return new SnapshotReceiver({
    service: 'workflow',
    instance: config.instance,
    version: VERSION,
    directory: join(config.dataDirectory, 'snapshot'),
    ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
    apply: (stored) => snapshot.apply(stored),
    findings,
    ...{ client, log, clock, random, registry },
  });
}
