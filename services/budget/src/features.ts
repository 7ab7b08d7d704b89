import {
  serviceCaller,
  serviceCheck,
  type CallerOf,
  type ServiceCheck,
} from '@aicp/api-kit/access/service-token';
import type { Background, Features } from '@aicp/api-kit/service/service';
import { openDatabase } from '@aicp/common/database/open-database';
import { openEvents } from '@aicp/events/database/open-events';
import { LEDGER_DATABASE } from '@aicp/ledger/database/open-ledger-reader';
import type { LedgerDatabase, LedgerTables } from '@aicp/ledger/database/tables';
import { LedgerKeeper } from '@aicp/ledger/days/ledger-keeper';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { Access } from './access/access.ts';
import { GatewayCaller } from './access/gateway-caller.ts';
import { KeyCheck } from './access/key-check.ts';
import { AlertKeeper } from './alerts/alert-keeper.ts';
import { alertRoutes } from './alerts/alert-routes.ts';
import { AlertStore } from './alerts/alert-store.ts';
import type { BudgetFloor } from './budget-floor.ts';
import { budgetRoutes } from './budgets/budget-routes.ts';
import { BlockTeller } from './guardrails/block-teller.ts';
import { healthOf } from './health.ts';
import { Housekeeping } from './housekeeping.ts';
import { BudgetMetrics } from './metrics/budget-metrics.ts';
import { leaseRoute } from './leases/lease-route.ts';
import { LeaseSpend } from './leases/lease-spend.ts';
import { LeaseStore } from './leases/lease-store.ts';
import { preRequestRoute } from './pre-request/pre-request-route.ts';
import { DeliveryWatch } from './report/delivery-watch.ts';
import { Reporter } from './report/reporter.ts';
import { SpendSource } from './report/spend-source.ts';
import { BudgetDirectory } from './snapshot/budget-directory.ts';
import { snapshotReceiver } from './snapshot-receiver.ts';
import { Arrivals } from './spend/arrivals.ts';
import { SpendReader } from './spend/spend-reader.ts';
import { SpendTracker } from './spend/spend-tracker.ts';
import { Standings } from './spend/standings.ts';
import { TagSpend } from './spend/tag-spend.ts';
import { Ingestion } from './usage/ingestion.ts';
import { spendRoute } from './usage/spend-route.ts';
import { usageRoute } from './usage/usage-route.ts';

/** Makes the features, each from what it needs. Nothing is asked of the database yet. */
export async function budgetFeatures(floor: BudgetFloor): Promise<Features> {
  const { clock, config, database, limits, log, registry } = floor;
  const ledgerDatabase = await openLedger(floor);
  const events = await openEvents(floor);
  const ledger = new LedgerReader(ledgerDatabase);
  const metrics = new BudgetMetrics(registry);
  const directory = new BudgetDirectory();
  const arrivals = new Arrivals(database);
  const ready = () =>
    Promise.all([
      directory.filled(),
      ...[database, ledgerDatabase, events].map((one) => one.migrated()),
    ]);
  const reader = new SpendReader({ ledger, tags: new TagSpend(ledgerDatabase) });
  const models = () => directory.known?.models;
  const leases = new LeaseStore({ database: ledgerDatabase, models });
  const held = () => leases.reserved();
  const tracker = new SpendTracker({ directory, reader, arrivals, held, ready, clock, log });
  const standings = new Standings({ directory, tracker, clock });
  const reporting = createReporting({
    ...{ floor, ledger, ledgerDatabase, metrics, tracker, directory, standings },
  });
  const receiver = snapshotReceiver(floor, { directory, spend: reporting.source });
  const store = new AlertStore(database);
  const keys = new KeyCheck({ directory, limits, clock });
  const access = new Access({ ...config, directory, keys, limits });
  const ingestion = new Ingestion({
    ...{ arrivals, metrics },
    ledger: new LedgerWriter({ database: ledgerDatabase, clock }),
    leases: new LeaseSpend(() => directory.known),
  });
  const retention = () => directory.known?.retention;
  const cluster = { ...floor, namespace: config.namespace };
  const callerOf = serviceCaller(config.senders, cluster);
  const isAsker = config.askers ? serviceCheck(config.askers, cluster) : undefined;
  return {
    routes: [
      ...budgetRoutes({ standings, ledger, access, clock }),
      ...alertRoutes({ store, access }),
      preRequestRoute({ keys, standings, store, metrics, clock, log }),
    ],
    pages: pagesOf({ ingestion, tracker, leases, callerOf, isAsker }),
    background: [
      closing(ledgerDatabase),
      closing(events),
      tracker,
      ...reporting.background,
      new AlertKeeper({ store, standings, metrics, clock, log }),
      new BlockTeller({ database: ledgerDatabase, ready, clock, log }),
      new LedgerKeeper({ database: ledgerDatabase, retention, clock, log }),
      new Housekeeping({ store, arrivals, leases, database, clock, log }),
    ],
    begin: async (ending) => {
      await receiver.start();
      ending.defer(() => receiver.stop());
    },
    health: healthOf({ receiver, hasSpend: () => tracker.figures !== undefined, clock }),
  };
}

/** What gateways and other services ask, and no people. */
const pagesOf = ({
  callerOf,
  isAsker,
  ...parts
}: {
  readonly ingestion: Ingestion;
  readonly tracker: SpendTracker;
  readonly leases: LeaseStore;
  readonly callerOf: CallerOf;
  readonly isAsker: ServiceCheck | undefined;
}) => {
  const gateway = new GatewayCaller(callerOf);
  return [
    usageRoute({ ...parts, gateway }),
    spendRoute({ ...parts, isAsker }),
    leaseRoute({ ...parts, gateway }),
  ];
};

/** The ledger, as the one who brings facts in opens it. */
const openLedger = async ({ location, clock, random, log }: BudgetFloor): Promise<LedgerDatabase> =>
  await openDatabase<LedgerTables>({ ...LEDGER_DATABASE, location, clock, random, log });

/** What ends after everything that stands on it. */
const closing = (database: Pick<LedgerDatabase, 'close'>): Background => ({
  start: () => undefined,
  stop: () => database.close(),
});

function createReporting(parts: {
  readonly floor: BudgetFloor;
  readonly ledger: LedgerReader;
  readonly ledgerDatabase: LedgerDatabase;
  readonly metrics: BudgetMetrics;
  readonly tracker: SpendTracker;
  readonly directory: BudgetDirectory;
  readonly standings: Standings;
}): { readonly source: SpendSource; readonly background: readonly Background[] } {
  const { floor, ledger, ledgerDatabase, metrics, tracker, directory, standings } = parts;
  const { clock, config, database, log } = floor;
  const reporter = new Reporter({ database, replica: config.instance, clock, log });
  const ready = () => ledgerDatabase.migrated();
  const deliveries = new DeliveryWatch({ ledger, metrics, ready, clock, log });
  const onChange = (listener: () => void): void => {
    tracker.onChange(listener);
    directory.onChange(listener);
  };
  onChange(() => {
    metrics.stands([...(standings.now?.byId.values() ?? [])]);
  });
  const source = new SpendSource({ standings, deliveries, reporter, clock, onChange });
  return { source, background: [reporter, deliveries] };
}
