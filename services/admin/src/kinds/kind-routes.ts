import { randomBytes } from 'node:crypto';
import type { Route } from '@aicp/api-kit/route/route';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { McpHost } from '@aicp/common/mcp/mcp-host';
import { addressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { FiguresOfSpend } from '@aicp/contracts/budgets/with-figures';
import { abtest } from '@aicp/crds/abtest';
import { agent } from '@aicp/crds/agent';
import { apiKey } from '@aicp/crds/api-key';
import { businessUnit } from '@aicp/crds/business-unit';
import { controlPlane } from '@aicp/crds/control-plane';
import { detector } from '@aicp/crds/detector';
import { guardrail } from '@aicp/crds/guardrail';
import { kinds } from '@aicp/crds/kinds';
import { mcpServer } from '@aicp/crds/mcp-server';
import { model } from '@aicp/crds/model';
import { modelDeprecation } from '@aicp/crds/model-deprecation';
import { organization } from '@aicp/crds/organization';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion } from '@aicp/crds/prompt-version';
import { provider } from '@aicp/crds/provider';
import { rateLimitPolicy } from '@aicp/crds/rate-limit-policy';
import { routingPolicy } from '@aicp/crds/routing-policy';
import { team } from '@aicp/crds/team';
import type { AccessDirectory } from '../access/directory.ts';
import { cacheRoutes } from '../cache/cache-routes.ts';
import { collectionRoutes } from '../resources/collections/collection-routes.ts';
import type { Services } from '../resources/collections/create-services.ts';
import type { Fleet } from '../objects/fleet.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { OpenLedger } from '../spend/ledger/open-ledger.ts';
import { abtestRoutes } from './abtest/routes.ts';
import { agentRoutes } from './agent/routes.ts';
import { apiKeyRoutes } from './api-key/routes.ts';
import { businessUnitRoutes } from './business-unit/routes.ts';
import { controlPlaneRoutes } from './control-plane/routes.ts';
import { detectorRoutes } from './detector/routes.ts';
import type { Scanner } from './detector/scan-text.ts';
import { guardrailRoutes } from './guardrail/routes.ts';
import { mcpServerRoutes } from './mcp-server/routes.ts';
import { waysOf } from './mcp-server/ways.ts';
import { modelDeprecationRoutes } from './model-deprecation/routes.ts';
import { organizationRoutes } from './organization/routes.ts';
import { promptTemplateRoutes } from './prompt-template/routes.ts';
import { providerRoutes } from './provider/routes.ts';
import type { LimitCounts } from './rate-limit-policy/gateway-counts.ts';
import { rateLimitRoutes } from './rate-limit-policy/routes.ts';
import { routingPolicyRoutes } from './routing-policy/routes.ts';
import type { RoutingSnapshot } from './routing-policy/routing-snapshot.ts';
import { teamRoutes } from './team/routes.ts';

export interface KindRoutesNeeds {
  readonly services: Services;
  readonly store: ObjectStore;
  readonly api: KubernetesApi;
  readonly namespace: string;
  /** Where providers that are tried may stand. */
  readonly egress: ProviderEgress;
  readonly mcpHost: McpHost | undefined;
  readonly directory: AccessDirectory;
  readonly routing: RoutingSnapshot;
  readonly counts: LimitCounts;
  readonly figures: FiguresOfSpend;
  readonly fleet: Pick<Fleet, 'all'>;
  /** Undefined where no service brings facts in. */
  readonly ledger: Pick<OpenLedger, 'guardrails' | 'cache'> | undefined;
  readonly clock: Clock;
  readonly scanner: Scanner;
  readonly log: Logger;
}

/** The five routes of every kind that has a collection, and what some kinds have beyond them. */
export function kindRoutes(needs: KindRoutesNeeds): Route[] {
  const { services, store, api, namespace, egress, directory, routing, clock } = needs;
  const organizations = services(organization);
  const guards = guardsOf(needs);
  return [
    ...kinds
      .filter(({ api: shown }) => shown && !shown.hasOwnRoutes)
      .flatMap((kind) => collectionRoutes(services(kind))),
    ...providerRoutes({ service: services(provider), store, api, namespace, guards, clock }),
    ...mcpServerRoutes({
      ...{ service: services(mcpServer), api, namespace, clock },
      ways: waysOf({ egress, host: needs.mcpHost, clock }),
    }),
    ...agentRoutes({ service: services(agent), api, namespace, guards, clock }),
    ...modelDeprecationRoutes({
      deprecations: services(modelDeprecation),
      models: services(model),
      store,
      clock,
    }),
    ...routingPolicyRoutes({
      service: services(routingPolicy),
      store,
      api,
      namespace,
      directory,
      routing,
      clock,
      figures: needs.figures,
    }),
    ...rateLimitRoutes({
      service: services(rateLimitPolicy),
      routing,
      directory,
      counts: needs.counts,
      clock,
    }),
    ...apiKeyRoutes({ service: services(apiKey), store, clock, randomBytes }),
    ...cacheRoutes({ ...needs, service: services(controlPlane), ledger: needs.ledger?.cache }),
    ...detectorRoutes(services(detector), needs.scanner),
    ...guardrailRoutes({
      ...needs,
      service: services(guardrail),
      detectors: services(detector),
      ledger: needs.ledger?.guardrails,
    }),
    ...businessUnitRoutes({ businessUnits: services(businessUnit), organizations }),
    ...organizationRoutes(organizations),
    ...teamRoutes(services(team)),
    ...abtestRoutes(services(abtest), store, clock),
    ...promptTemplateRoutes({
      prompts: services(promptTemplate),
      service: services(promptVersion),
      store,
      clock,
    }),
    ...controlPlaneRoutes(services(controlPlane)),
  ];
}

/** Whoever tries an address is not told where its name leads within the network: the log is. */
function guardsOf({ egress, log }: Pick<KindRoutesNeeds, 'egress' | 'log'>) {
  const onForbidden = (hostname: string, address: string): void => {
    log.warn({ hostname, address }, 'address_forbidden');
  };
  return {
    platform: addressGuard(egress.platform, undefined, onForbidden),
    tenants: addressGuard(egress.tenants, undefined, onForbidden),
  };
}
