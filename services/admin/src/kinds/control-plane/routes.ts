import { Problem } from '@aicp/common/errors/problem';
import { controlPlane } from '@aicp/crds/control-plane';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import {
  answerInForm,
  objectDeclaration,
  OR_YAML,
} from '../../resources/collections/object-answers.ts';
import { createFromYaml, replaceFromYaml } from '../../resources/collections/yaml-writes.ts';
import { schemasOf } from '../../resources/collection-schemas.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';

const PATH = '/api/v1/settings';
/** There is one, made by the operator. */
const NAME = controlPlane.singleton ?? 'default';

/** `GET` and `PUT /api/v1/settings`: the ControlPlane `default`. */
export function controlPlaneRoutes(service: CollectionService): Route[] {
  const { collection } = service;
  return [
    defineRoute({
      method: 'get',
      path: PATH,
      operationId: 'getSettings',
      tag: collection.tag,
      summary: 'Get the settings of the platform',
      permission: 'settings:read',
      answers: { 200: { ...objectDeclaration(service, 'The settings.'), ...OR_YAML } },
      errors: [404],
      handler: async (context) =>
        await answerInForm(service, context, await service.get(context, NAME)),
    }),
    defineRoute({
      method: 'put',
      path: PATH,
      operationId: 'updateSettings',
      tag: collection.tag,
      summary: 'Change the settings of the platform',
      description: 'Only the fields that are sent change; null removes one.',
      permission: 'settings:write',
      body: schemasOf(collection).changed,
      bodyExample: collection.example,
      takesYaml: true,
      answers: {
        200: { ...objectDeclaration(service, 'The settings, as they are now.'), ...OR_YAML },
      },
      handler: async (context) => await answerInForm(service, context, await put(service, context)),
    }),
  ];
}

/** Where somebody deleted the settings, they are made anew. */
async function put(
  service: CollectionService,
  context: RouteContext<unknown, unknown, Record<string, unknown>>,
) {
  const present = await service.get(context, NAME).catch(unlessThere);
  const { yaml } = context;
  if (yaml !== undefined) {
    return present
      ? await replaceFromYaml(service, context, { yaml, seen: present })
      : await createFromYaml(service, context, { yaml, fields: {} });
  }
  return present
    ? await service.update(context, present, context.body)
    : await service.create(context, context.body);
}

function unlessThere(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
