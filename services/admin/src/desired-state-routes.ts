import { randomBytes } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import { abTests } from './ab-tests/collection.ts';
import { abTestStateRoutes } from './ab-tests/state-routes.ts';
import { apiKeys } from './api-keys/collection.ts';
import { keyRoutes } from './api-keys/key-routes.ts';
import type { Route } from './http/route.ts';
import { organizationRoutes } from './organizations/organization-routes.ts';
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
  readonly clock: Clock;
}

/** The routes that read and write objects: the five of every collection, and what some have beyond them. */
export function desiredStateRoutes(options: DesiredStateOptions): Route[] {
  const { collections, services, store, clock } = options;
  return [
    ...collections.flatMap((collection) => collectionRoutes(services(collection))),
    ...keyRoutes({ service: services(apiKeys(store)), clock, randomBytes }),
    ...organizationRoutes(services, store),
    ...teamRoutes(services),
    ...abTestStateRoutes(services(abTests), clock),
    ...settingsRoutes(services),
  ];
}
