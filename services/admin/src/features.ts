import { randomBytes } from 'node:crypto';
import { serviceCheck } from '@aicp/api-kit/access/service-token';
import { createIdempotency } from '@aicp/api-kit/idempotency/create-idempotency';
import { listsAsCsv } from '@aicp/api-kit/csv/lists-as-csv';
import type { Route } from '@aicp/api-kit/route/route';
import type { Background, Features } from '@aicp/api-kit/service/service';
import { createKubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import type { FiguresOfSpend } from '@aicp/contracts/budgets/with-figures';
import { kinds } from '@aicp/crds/kinds';
import { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import { SpendFigures } from '@aicp/ledger/query/spend-figures';
import { prefixOf } from '@aicp/api-kit/route/path-prefix';
import type { Router } from 'express';
import { AccessDirectory } from './access/directory.ts';
import type { AdminFloor } from './admin-floor.ts';
import { createAudit, type Audit } from './audit/create-audit.ts';
import { observationRoute } from './audit/observations/observation-route.ts';
import { auditRoutes } from './audit/reading/audit-routes.ts';
import { creationsIn } from './audit/reading/organization-created-at.ts';
import { LoginStore } from './auth/login-store.ts';
import { createChanges } from './changes/create-changes.ts';
import { createChargeback } from './chargeback/create-chargeback.ts';
import { consolePages } from './console/console-pages.ts';
import { exportsInPlaces } from './exports/exports-in-places.ts';
import { FindingBoard } from './findings/finding-board.ts';
import { allowsPlainHttp, egressOf } from './events/subscriptions/event-settings.ts';
import { healthOf } from './health.ts';
import { createModelAccess } from './kinds/access-grant/create-model-access.ts';
import { accessRequestRoutes } from './kinds/access-grant/routes.ts';
import { collectionsOn } from './kinds/collections.ts';
import { kindRoutes } from './kinds/kind-routes.ts';
import { createLicense } from './kinds/license/create-license.ts';
import { licenseRoutes } from './kinds/license/routes.ts';
import { ModelPrices } from './kinds/model/model-prices.ts';
import { NO_COUNTS } from './kinds/rate-limit-policy/gateway-counts.ts';
import { RoutingSnapshot } from './kinds/routing-policy/routing-snapshot.ts';
import { Fleet } from './objects/fleet.ts';
import { objectRoutes } from './objects/object-routes.ts';
import { createReliability } from './reliability.ts';
import { createServices, type Services } from './resources/collections/create-services.ts';
import { ObjectStore } from './resources/store.ts';
import { searchRoute } from './search/search-route.ts';
import { createSignIn } from './sign-in.ts';
import { snapshotReceiver } from './snapshot-receiver.ts';
import { SpendNow } from './spend/ledger/spend-now.ts';
import { spendRoutes } from './spend/spend-routes.ts';
import { ClientSecrets } from './sso/client-secrets.ts';
import { createTraffic } from './traffic.ts';
import { usersRoute } from './users/routes.ts';

/** Makes the features, each from what it needs. Nothing is asked of the database or the Kubernetes API yet. */
export function adminFeatures(floor: AdminFloor): Features {
  const { scanner, ...scanning } = scanningOf(floor);
  const { routes, background = [], ...features } = allFeatures({ ...floor, scanner });
  return {
    ...features,
    routes: exportsInPlaces(listsAsCsv(routes, floor), floor.clock),
    background: [scanning, ...background],
  };
}

interface ScanningFloor extends AdminFloor {
  readonly scanner: ScanningThread;
}

function allFeatures(floor: ScanningFloor): Features {
  const { api, clock, config, counts = NO_COUNTS, database, ledger, log } = floor;
  const { namespace, egress, mcpHost } = config;
  const routing = new RoutingSnapshot();
  const figures = figuresOf(floor, routing);
  const desired = desiredState(floor, figures);
  const { store, audit, hooks, services, prices } = desired;
  const directory = new AccessDirectory();
  const clientSecrets = new ClientSecrets();
  const fleet = new Fleet({ ...floor, operator: floor.snapshots });
  const known = { directory, routing, counts, figures, fleet };
  const logins = new LoginStore({ database, log });
  const onSecurityEvent = audit.securityEvents.listen;
  const signIn = createSignIn({ ...floor, directory, logins, clientSecrets, onSecurityEvent });
  const license = createLicense({ ...floor, ...config.license, namespace, store, hooks });
  const { modelAccess, chargeback } = facts(floor, desired);
  const idempotency = createIdempotency({ api, namespace, database, clock, log, randomBytes });
  const traffic = createTraffic({ ...floor, ...known, ...signIn, ...audit, services, store });
  const changes = createChanges({ ...floor, ...desired, ...signIn, randomBytes });
  const board = new FindingBoard(floor);
  const reliability = createReliability({ ...floor, ...desired, chain: audit.chain, board });
  const readers = [directory, clientSecrets, license.inSnapshot, routing, prices, chargeback.rules];
  const receiver = snapshotReceiver(floor, readers, board);
  return {
    routes: [
      ...signIn.routes,
      ...kindRoutes({ ...floor, ...known, services, store, namespace, egress, mcpHost }),
      usersRoute({ directory, logins }),
      ...accessRequestRoutes(modelAccess.requests),
      ...chargeback.routes,
      ...traffic.routes,
      ...changes.routes,
      searchRoute(desired),
      ...spendRoutes({ services, store, clock, ledger: ledger?.reader }),
      ...licenseRoutes(license),
      ...reliability.routes,
      ...auditReading(floor, { audit, store, services, fleet }),
    ],
    ...pagesOf(floor, audit),
    credentials: {
      authenticate: signIn.authenticate,
      onSecurityEvent,
      idempotency: idempotency.answers,
    },
    background: [
      ...(ledger ? [ledger.part] : []),
      ...[...traffic.background, changes.background, store, board],
      ...[...reliability.background, ...signIn.background],
      ...[audit, license, modelAccess, idempotency].map(({ keeper }) => keeper),
    ],
    begin: beginning(receiver, [traffic, changes]),
    health: healthOf({ ...floor, receiver, store, signIn }),
  };
}

/** Receives snapshots until the end, when streams are ended, which would keep the port open. */
const beginning =
  (
    receiver: ReturnType<typeof snapshotReceiver>,
    streaming: readonly { readonly endStreams: () => void }[],
  ): NonNullable<Features['begin']> =>
  async (ending) => {
    await receiver.start();
    ending.defer(() => receiver.stop());
    for (const { endStreams } of streaming) ending.defer(endStreams);
  };

/** The thread that looks at long texts, which starts with the first of them. */
function scanningOf({ log }: AdminFloor): Background & { readonly scanner: ScanningThread } {
  const scanner = new ScanningThread({
    onFailure: (error) => {
      log.error({ err: error }, 'scanning_thread_failed');
    },
  });
  return { scanner, start: () => undefined, stop: () => scanner.close() };
}

/** Without a ledger, nobody knows what was spent. */
const figuresOf = ({ ledger, clock, log }: AdminFloor, routing: RoutingSnapshot): FiguresOfSpend =>
  ledger
    ? new SpendFigures({ ledger: ledger.reader, heirs: () => routing.current.heirs, clock, log })
    : { of: (questions) => Promise.resolve(questions.map(() => undefined)) };

/** What was done, and what is known of each object beside itself. */
const auditReading = (
  floor: AdminFloor,
  {
    audit,
    fleet,
    ...written
  }: { audit: Audit; store: ObjectStore; services: Services; fleet: Fleet },
): Route[] => {
  const { database, config } = floor;
  const createdAt = creationsIn(written.store);
  const checkpointKey = async () => (await audit.keys.current()).x;
  const { namespace } = config;
  return [
    ...auditRoutes({ database, checkpointKey, createdAt }),
    ...objectRoutes({ ...floor, ...written, namespace, createdAt, fleet }),
  ];
};

/** Objects, and the one way to write them: every write has its entry in the audit log. */
function desiredState(
  { api, clock, config, database, log, random, registry }: AdminFloor,
  figures: FiguresOfSpend,
) {
  const { namespace } = config;
  const metrics = createKubernetesMetrics(registry);
  const store = new ObjectStore({ api, namespace, kinds, clock, random, log, metrics });
  const audit = createAudit({ api, namespace, database, store, clock, log });
  const { hooks } = audit;
  const prices = new ModelPrices({ clock });
  const collections = collectionsOn(store, {
    ...{ clock, prices },
    takesPlainHttp: (organization) => allowsPlainHttp(egressOf(config.events, organization)),
    spend: new SpendNow({ store, figures, clock }),
  });
  return {
    prices,
    collections,
    store,
    audit,
    hooks,
    services: createServices({ collections, api, namespace, store, hooks, random }),
  };
}

/** What this service keeps in its own tables, each change of it with its entry in the audit log. */
function facts(
  { clock, database, ledger, log }: AdminFloor,
  { store, audit, services }: ReturnType<typeof desiredState>,
) {
  const { chain } = audit;
  return {
    modelAccess: createModelAccess({ database, chain, services, store, clock, log }),
    chargeback: createChargeback({ database, chain, store, ledger: ledger?.reader, clock }),
  };
}

const consoleOf = ({ clock, config }: AdminFloor): Router =>
  consolePages({
    directory: config.consoleDirectory,
    prefix: prefixOf(config.publicUrl),
    clock,
    randomBytes,
  });

const pagesOf = (floor: AdminFloor, audit: Audit): Pick<Features, 'pages' | 'fallback'> => ({
  pages: observationPages(floor, audit),
  fallback: consoleOf(floor),
});

/** Where the operator tells what it saw; nowhere, where no operator does. */
function observationPages({ api, clock, config }: AdminFloor, { inbox }: Audit): Router[] {
  const { namespace, observer } = config;
  if (!observer) return [];
  return [
    observationRoute({ inbox, isOperator: serviceCheck(observer, { api, clock, namespace }) }),
  ];
}
