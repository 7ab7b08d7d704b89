import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import { defineRoute } from '../access/define-route.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { common, itemPath, objectAt, type Place } from '../resources/collections/places.ts';
import { answersStatus } from '../resources/answered-fields.ts';
import { keepsConditions } from '../resources/rights.ts';
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
      const { collection } = service;
      const { principal } = context;
      if (!answersStatus(collection, principal)) {
        throw new Problem(
          403,
          `Only who is told how ${place.noun} stands reads how far it has come.`,
        );
      }
      const known = await fleet.ofObject(object.metadata.uid ?? '');
      const { by_replica: each, message, ...body } = rolloutOf(collection.kind, object, known);
      const isPrivate = keepsConditions(collection, object, principal);
      const told = { ...body, message: isPrivate ? null : message };
      const isStaff = principal.role === 'platform_admin';
      return { status: 200, body: { ...told, ...(each && isStaff ? { by_replica: each } : {}) } };
    },
  });
}
