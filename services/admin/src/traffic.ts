import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import { routingPolicy } from '@aicp/crds/routing-policy';
import type { AccessDirectory } from './access/directory.ts';
import type { AdminFloor } from './admin-floor.ts';
import type { AdminTables } from './database/tables.ts';
import { decisionRoutes } from './decisions/decision-routes.ts';
import { createExecutions } from './executions/create-executions.ts';
import type { RoutingSnapshot } from './kinds/routing-policy/routing-snapshot.ts';
import { createPlayground } from './playground/create-playground.ts';
import { createRealtime, type Realtime, type RealtimeParts } from './realtime/create-realtime.ts';
import { overviewRoute } from './requests/overview/overview-route.ts';
import { requestRoutes } from './requests/request-routes.ts';
import type { Services } from './resources/collections/create-services.ts';
import type { ObjectStore } from './resources/store.ts';
import { simulateRoute } from './simulate/simulate-route.ts';

interface TrafficParts
  extends
    Pick<AdminFloor, 'clock' | 'database' | 'ledger' | 'log' | 'playground' | 'workflows'>,
    Pick<RealtimeParts, 'authenticate'> {
  readonly services: Services;
  readonly store: ObjectStore;
  readonly routing: RoutingSnapshot;
  readonly directory: AccessDirectory;
  readonly chain: AuditChain<AdminTables>;
}

/** What is known of requests and executions, and done with them. */
interface Traffic extends Omit<Realtime, 'background'> {
  readonly background: readonly Background[];
}

/** What the gateways' requests tell: how they were routed, how they would have been under another policy, and what happens now. */
export function createTraffic(parts: TrafficParts): Traffic {
  const { services, store, ledger } = parts;
  const realtime = createRealtime(parts);
  const playground = createPlayground(parts);
  const executions = createExecutions(parts);
  const routes: Route[] = [
    ...decisionRoutes({ store, ledger: ledger?.reader }),
    ...requestRoutes({ ...parts, ledger: ledger?.requests }),
    overviewRoute(parts),
    simulateRoute({ ...parts, service: services(routingPolicy), ledger: ledger?.reader }),
    ...realtime.routes,
    ...playground.routes,
    ...executions.routes,
  ];
  const endStreams = (): void => {
    realtime.endStreams();
    playground.endStreams();
    executions.endStreams();
  };
  return { routes, endStreams, background: [realtime.background, ...executions.background] };
}
