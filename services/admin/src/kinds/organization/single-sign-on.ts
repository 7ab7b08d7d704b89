import { Problem } from '@aicp/common/errors/problem';
import { organization } from '@aicp/crds/organization';
import { documented, type JsonSchema } from '@aicp/api-kit/route/documented';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import { etagOf, toAnswer } from '../../resources/answer-object.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { answeredSchema, changedSchema } from '../../resources/collection-schemas.ts';
import type { Body, CollectionService } from '../../resources/collections/collection-service.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

/**
 * An organization, of which only how its people sign in is shown. A team of another organization in its role mapping is taken as one that
 * does not exist: it gives nothing to anybody, and no answer tells the two apart.
 */
const signInOf = (organizations: CollectionService): CollectionService => {
  const fields = Object.keys(organization.structural.spec.properties ?? {});
  return organizations.under({ hidden: fields.filter((field) => field !== 'sso') });
};

const ROOT = { path: '/api/v1/organizations/{id}/sso', tag: 'Organizations' } as const;
const ETAG = { ETag: 'The version, for If-Match; of a GET, of the whole answer too.' };

/** `/organizations/{id}/sso`: how the people of an organization sign in by OpenID Connect. */
export function singleSignOnRoutes(organizations: CollectionService): Route[] {
  const service = signInOf(organizations);
  const { collection } = service;
  const part = (schema: JsonSchema): JsonSchema =>
    (schema['properties'] as Record<string, JsonSchema>)['sso'] ?? {};
  const answered = {
    description: 'How they sign in.',
    schema: documented(part(answeredSchema(collection)), 'SingleSignOn'),
    headers: ETAG,
  };
  const answer = ({ principal }: Pick<RouteContext, 'principal'>, object: StoredObject) => ({
    status: 200,
    body: toAnswer(collection, object, principal)['sso'],
    headers: { ETag: etagOf(object) },
  });
  return [
    defineRoute({
      ...ROOT,
      method: 'get',
      operationId: 'getSingleSignOn',
      summary: 'How the people of an organization sign in',
      permission: permissionTo('write', collection),
      answers: { 200: answered },
      handler: async (context) => {
        const object = await service.get(context, idIn(context));
        if (object.spec['sso'] !== undefined) return answer(context, object);
        throw new Problem(404, 'This organization has no single sign-on yet: PUT it here.');
      },
    }),
    defineRoute({
      ...ROOT,
      method: 'put',
      operationId: 'setSingleSignOn',
      summary: 'Change how the people of an organization sign in',
      permission: permissionTo('write', collection),
      body: documented(part(changedSchema(collection)), 'SingleSignOnUpdate'),
      bodyExample: { issuer: 'https://idp.example.com', client_id: 'aicp', client_secret: '…' },
      answers: { 200: answered },
      handler: async (context) => {
        const seen = await service.get(context, idIn(context));
        return answer(
          context,
          await atSso(service.update(context, seen, { sso: context.body } satisfies Body)),
        );
      },
    }),
  ];
}

/** Errors that point below `sso` point into the body itself. */
async function atSso(update: Promise<StoredObject>): Promise<StoredObject> {
  try {
    return await update;
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const errors = error.errors.map((one) => ({ ...one, path: one.path.replace(/^sso\.?/, '') }));
    throw new Problem(error.status, error.detail.replaceAll('sso.', ''), { errors, cause: error });
  }
}
