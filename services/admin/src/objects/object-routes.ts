import type { Route } from '@aicp/api-kit/route/route';
import { businessUnit } from '@aicp/crds/business-unit';
import { kinds } from '@aicp/crds/kinds';
import { organization } from '@aicp/crds/organization';
import { belowOrganizations } from '../kinds/business-unit/routes.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { placesOf, type Nesting } from '../resources/collections/places.ts';
import { objectEventsRoute } from './events-route.ts';
import { historyRoute } from './history-route.ts';
import type { ObjectParts } from './object-parts.ts';
import { relationsRoute } from './relations-route.ts';
import { replicasRoute } from './replicas-route.ts';
import { rolloutRoute } from './rollout-route.ts';

/** What is told of one object beside itself, for the objects of every collection. */
export function objectRoutes(parts: ObjectParts): Route[] {
  const { services } = parts;
  const nested = belowOrganizations(services(organization));
  return [
    ...kinds
      .filter(({ api }) => api && !api.hasOwnRoutes)
      .flatMap((kind) => routesOf(parts, services(kind))),
    ...routesOf(parts, services(businessUnit), nested),
    replicasRoute(parts.fleet),
  ];
}

const routesOf = (parts: ObjectParts, service: CollectionService, nesting?: Nesting): Route[] =>
  placesOf(service.collection, nesting).flatMap((place) => [
    relationsRoute(parts, service, place),
    objectEventsRoute(parts, service, place),
    historyRoute(parts, service, place),
    rolloutRoute(parts, service, place),
  ]);
