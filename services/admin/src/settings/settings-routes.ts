import { Problem } from '@aicp/common/errors/problem';
import { controlPlane } from '@aicp/crds/control-plane';
import { defineRoute, type Route, type RouteContext } from '../http/route.ts';
import { objectAnswer, objectDeclaration } from '../resources/collection-routes.ts';
import { schemasOf } from '../resources/collection-schemas.ts';
import type { CollectionService } from '../resources/collection-service.ts';
import type { Collection } from '../resources/collection.ts';
import type { Services } from '../resources/create-services.ts';

const PATH = '/api/v1/settings';
/** There is one, made by the operator. */
const NAME = controlPlane.singleton ?? 'default';

/** The settings as a collection of one. */
export const settings: Collection = {
  kind: controlPlane,
  path: 'settings',
  permission: 'settings',
  auditName: 'settings',
  ...{ tag: 'Settings', noun: 'settings object' },
  makeName: () => NAME,
  example: { default_model: 'gpt-4o-mini', environment: 'production', time_zone: 'Europe/Berlin' },
};

/** `GET` and `PUT /api/v1/settings`: the ControlPlane `default`. */
export function settingsRoutes(services: Services): Route[] {
  const service = services(settings);
  return [
    defineRoute({
      ...{ method: 'get', path: PATH, operationId: 'getSettings', tag: settings.tag },
      summary: 'Get the settings of the platform',
      permission: 'settings:read',
      answers: { 200: objectDeclaration(service, 'The settings.') },
      errors: [404],
      handler: async (context) =>
        await objectAnswer(service, context, await service.get(context, NAME)),
    }),
    defineRoute({
      ...{ method: 'put', path: PATH, operationId: 'updateSettings', tag: settings.tag },
      summary: 'Change the settings of the platform',
      description: 'Only the fields that are sent change; null removes one.',
      permission: 'settings:write',
      body: schemasOf(settings).changed,
      bodyExample: settings.example,
      answers: { 200: objectDeclaration(service, 'The settings, as they are now.') },
      handler: async (context) => await objectAnswer(service, context, await put(service, context)),
    }),
  ];
}

/** Where somebody deleted the settings, they are made anew. */
async function put(
  service: CollectionService,
  context: RouteContext<unknown, unknown, Record<string, unknown>>,
) {
  const present = await service.get(context, NAME).catch(unlessThere);
  return present
    ? await service.update(context, present, context.body)
    : await service.create(context, context.body);
}

function unlessThere(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
