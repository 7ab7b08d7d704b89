import { randomBytes } from 'node:crypto';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Clock } from '@aicp/common/time/clock';
import { abTests } from './ab-tests/collection.ts';
import { abTestStateRoutes } from './ab-tests/state-routes.ts';
import { apiKeys } from './api-keys/collection.ts';
import { keyRoutes } from './api-keys/key-routes.ts';
import { deprecationCheckRoutes } from './deprecations/check-route.ts';
import type { AccessDirectory } from './access/directory.ts';
import type { Route } from './http/route.ts';
import { organizationRoutes } from './organizations/organization-routes.ts';
import { routingPolicies } from './policies/collection.ts';
import { explainRoute } from './policies/explain-route.ts';
import type { RoutingSnapshot } from './policies/routing-snapshot.ts';
import { policyStatusRoutes } from './policies/status-routes.ts';
import { prompts } from './prompts/collection.ts';
import { promptRoutes } from './prompts/prompt-routes.ts';
import { promptVersions } from './prompts/prompt-versions.ts';
import { providers } from './providers/collection.ts';
import { providerTestRoute } from './providers/test-route.ts';
import { collectionRoutes } from './resources/collection-routes.ts';
import type { Collection } from './resources/collection.ts';
import type { Services } from './resources/create-services.ts';
import type { ObjectStore } from './resources/store.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { teamRoutes } from './teams/team-routes.ts';

export interface DesiredStateOptions {
  readonly collections: readonly Collection[];
  readonly services: Services;
  readonly store: ObjectStore;
  readonly api: KubernetesApi;
  readonly namespace: string;
  /** Where providers that are tried may stand. */
  readonly egress: ProviderEgress;
  readonly clock: Clock;
  readonly routing: RoutingSnapshot;
  readonly directory: AccessDirectory;
}

/** The routes that read and write objects: the five of every collection, and what some have beyond them. */
export function desiredStateRoutes(options: DesiredStateOptions): Route[] {
  const { collections, services, store, clock } = options;
  const policies = { ...options, service: services(routingPolicies) };
  const { platform, tenants } = options.egress;
  const guards = { platform: addressGuard(platform), tenants: addressGuard(tenants) };
  return [
    ...collections.flatMap((collection) => collectionRoutes(services(collection))),
    providerTestRoute({ ...options, service: services(providers), guards }),
    ...deprecationCheckRoutes(store, clock),
    explainRoute(policies),
    ...policyStatusRoutes(policies),
    ...keyRoutes({ service: services(apiKeys(store)), store, clock, randomBytes }),
    ...organizationRoutes(services, store),
    ...teamRoutes(services),
    ...abTestStateRoutes(services(abTests), clock),
    ...promptRoutes({
      ...{ store, clock, prompts: services(prompts(store)) },
      service: services(promptVersions),
    }),
    ...settingsRoutes(services),
  ];
}
