import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../access/define-route.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { common, itemPath, objectAt, type Place } from '../resources/collections/places.ts';
import type { ObjectParts } from './object-parts.ts';
import { rollout, rolloutOf } from './rollout.ts';

/** `GET {collection}/{id}/rollout`. */
export function rolloutRoute(
  { fleet }: Pick<ObjectParts, 'fleet'>,
  service: CollectionService,
  place: Place,
): Route {
  return defineRoute({
    method: 'get',
    path: `${itemPath(place)}/rollout`,
    operationId: `get${place.one}Rollout`,
    summary: `How far the replicas have taken up ${place.noun}`,
    ...common(service, 'read'),
    answers: { 200: { description: 'How far it has come.', schema: rollout } },
    handler: async (context) => {
      const object = await objectAt(service, place, context);
      const known = await fleet.ofObject(object.metadata.uid ?? '');
      const { by_replica: each, ...body } = rolloutOf(service.collection.kind, object, known);
      const isStaff = context.principal.role === 'platform_admin';
      return { status: 200, body: { ...body, ...(each && isStaff ? { by_replica: each } : {}) } };
    },
  });
}
