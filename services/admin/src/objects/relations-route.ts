import type { Route } from '@aicp/api-kit/route/route';
import { z } from 'zod';
import { defineRoute } from '../access/define-route.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';
import { common, itemPath, objectAt, type Place } from '../resources/collections/places.ts';
import { deletionOf } from '../resources/dependents/remove-with-dependents.ts';
import { isWriterOf } from '../resources/rights.ts';
import { serviceOfKind, type ObjectParts } from './object-parts.ts';
import { MOST_RELATED, Relations } from './relations.ts';

const related = {
  resource_type: z.string().meta({ description: 'Singular: `routing_policy`.' }),
  collection: z.string().nullable().meta({
    description: 'Where the API has such objects; `{id}` in it is the organization.',
  }),
  id: z.string(),
  name: z.string().meta({ description: 'What people call it; its id where it has no name.' }),
  field: z
    .string()
    .meta({ description: 'The field that names the other: `config.target_models`.' }),
};

const named = z.object({ kind: z.string(), id: z.string() });

const relations = z
  .object({
    refers_to: z
      .array(z.object({ ...related, exists: z.boolean() }))
      .meta({ description: 'What its fields name, 50 at most. Secrets are not listed.' }),
    refers_to_count: z.int(),
    referred_by: z
      .array(
        z.object({
          ...related,
          blocks_delete: z.boolean().meta({
            description:
              'This object is not deleted while that one stands on it, but by a cascade.',
          }),
          goes_along: z.boolean().meta({
            description: 'That one is a part of this object, and is deleted with it.',
          }),
        }),
      )
      .meta({ description: 'Whose fields name it, 50 at most, of those that you may see.' }),
    referred_by_count: z.int().meta({ description: 'How many of these there are.' }),
    deletion: z
      .object({
        blocked: z.boolean().meta({ description: 'A DELETE without a cascade is 409.' }),
        dependents: z.array(named).meta({ description: 'Why, as that 409 lists them.' }),
        dependent_count: z.int(),
        cascade: z.array(named).meta({
          description: 'What a cascade, or a plain DELETE where nothing blocks it, takes along.',
        }),
        cascade_count: z.int(),
      })
      .nullable()
      .meta({
        description:
          'What a DELETE would find, of objects that you may not see their number too; null for those who may not change it.',
      }),
  })
  .meta({ id: 'Relations' });

/** `GET {collection}/{id}/relations`. */
export function relationsRoute(
  parts: ObjectParts,
  service: CollectionService,
  place: Place,
): Route {
  const serviceOf = serviceOfKind(parts.services);
  const { store } = parts;
  return defineRoute({
    method: 'get',
    path: `${itemPath(place)}/relations`,
    operationId: `get${place.one}Relations`,
    summary: `What refers to ${place.noun}, and what it refers to`,
    description: 'Objects that you may not see are neither listed nor counted, but for `deletion`.',
    ...common(service, 'read'),
    answers: { 200: { description: 'Its relations.', schema: relations } },
    handler: async (context) => {
      const object = await objectAt(service, place, context);
      const { principal } = context;
      const known = new Relations({ store, serviceOf }, principal);
      const to = known.refersTo(object);
      const by = known.referredBy(object);
      const body = {
        refers_to: to.slice(0, MOST_RELATED),
        refers_to_count: to.length,
        referred_by: by.slice(0, MOST_RELATED),
        referred_by_count: by.length,
        deletion: isWriterOf(service.collection, object, principal)
          ? deletionOf({ store, serviceOf }, principal, object)
          : null,
      };
      return { status: 200, body };
    },
  });
}
