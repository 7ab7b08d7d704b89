import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { common, itemPath, objectAt, type Place } from '../resources/collections/places.ts';
import { eventsOf, objectEvent } from './object-events.ts';
import type { ObjectParts } from './object-parts.ts';

/** `GET {collection}/{id}/events`. */
export function objectEventsRoute(
  parts: ObjectParts,
  service: CollectionService,
  place: Place,
): Route {
  return defineRoute({
    method: 'get',
    path: `${itemPath(place)}/events`,
    operationId: `get${place.one}Events`,
    summary: `What happened to ${place.noun}`,
    description:
      'Events of Kubernetes, which keeps them for an hour, and when conditions last changed; newest first, 100 at most.',
    ...common(service, 'read'),
    answers: { 200: { description: 'What happened.', schema: z.array(objectEvent) } },
    handler: async (context) => {
      const object = await objectAt(service, place, context);
      const { principal: reader } = context;
      const body = await eventsOf(parts, service.collection, { object, reader });
      return { status: 200, body };
    },
  });
}
