import { inSentence } from '@aicp/crds/kit/in-sentence';
import { wireName } from '@aicp/crds/kit/wire-name';
import { withArticle } from '@aicp/crds/kit/with-article';
import { LOCATION, locationOf } from '@aicp/api-kit/route/location';
import { PAGE_HEADERS } from '@aicp/api-kit/route/page';
import { nextLink } from '@aicp/api-kit/route/next-link';
import type { Request } from 'express';
import { z } from 'zod';
import { permissionTo } from '../../access/permissions.ts';
import type { Answer, Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { etagOf, toAnswers } from '../answer-object.ts';
import { fieldsFor } from '../answered-fields.ts';
import type { CollectionService } from './collection-service.ts';
import { schemasOf } from '../collection-schemas.ts';
import type { Collection, Spec } from '../collection.ts';
import { idOf } from '../identity.ts';
import { listQuery, type ListQuery, type Page } from '../list-page.ts';
import { filtersOf } from '../lists/list-filters.ts';
import type { StoredObject } from '../stored-object.ts';

const ROOT = '/api/v1';
const ETAG = { ETag: 'The version, for If-Match; of a GET, of the whole answer too.' };

/** Of a collection that stands below an object of another one: `organizations/{id}/business-units`. */
export interface Nesting {
  /** Name of the path parameter of the objects themselves. */
  readonly parameter: string;
  /** The spec field that names the object above. */
  readonly field: string;
  /** metadata.name of the object above, as the caller may see it. */
  readonly above: (context: RouteContext) => Promise<string>;
}

/** The endpoints that every collection has: list, create, get, update, delete. */
export function collectionRoutes(service: CollectionService, nesting?: Nesting): Route[] {
  const { collection } = service;
  const { path, otherPaths = [], without = [] } = collection;
  return [path, ...otherPaths].flatMap((one) => {
    const place = { ...placeOf(collection, one), nesting };
    const routes = {
      list: listRoute(service, place),
      create: createRoute(service, place),
      get: getRoute(service, place),
      update: updateRoute(service, place),
      delete: deleteRoute(service, place),
    };
    const names = Object.keys(routes) as (keyof typeof routes)[];
    return names.filter((name) => !without.includes(name)).map((name) => routes[name]);
  });
}

/** What is answered with an object that was created, and where it is. */
export async function createdAnswer(
  service: CollectionService,
  context: Pick<RouteContext, 'principal' | 'wait' | 'dryRun' | 'request'>,
  object: StoredObject,
): Promise<ObjectAnswer> {
  const answer = await objectAnswer(service, context, object);
  const id = idOf(service.collection.kind, object);
  const location = context.dryRun ? {} : locationOf(context.request, id);
  return { ...answer, status: 201, headers: { ...answer.headers, ...location } };
}

type ObjectAnswer = Answer & { readonly body: Record<string, unknown> };

/** What is answered with one object; where a write was asked to wait, once it is known what has become of it. */
export async function objectAnswer(
  service: CollectionService,
  context: Pick<RouteContext, 'principal' | 'wait' | 'dryRun'>,
  object: StoredObject,
): Promise<ObjectAnswer> {
  const { principal, wait = false, dryRun } = context;
  const now = wait && !dryRun ? await service.withConditions(object) : object;
  const [body = {}] = await toAnswers(service.collection, [now], principal);
  // What a trial would create has no version yet.
  const isStored = now.metadata.resourceVersion !== undefined;
  return { status: 200, body, ...(isStored ? { headers: { ETag: etagOf(now) } } : {}) };
}

/** How a route that answers one object declares it. */
export const objectDeclaration = ({ collection }: CollectionService, description: string) => ({
  description,
  schema: schemasOf(collection).answered,
  headers: ETAG,
  isObject: true as const,
});

/** The same of a route that creates one. */
export const createdDeclaration = (service: CollectionService, description: string) => ({
  ...objectDeclaration(service, description),
  headers: { ...ETAG, ...LOCATION },
});

interface Place {
  readonly root: string;
  /** `AccessTiers` and `AccessTier`, for operation ids. */
  readonly many: string;
  readonly one: string;
  readonly nesting?: Nesting | undefined;
}

/** The fields that every object of a nested collection has, by who stands above. */
async function fieldsAbove({ nesting }: Place, context: RouteContext): Promise<Spec> {
  return nesting ? { [nesting.field]: await nesting.above(context) } : {};
}

/** The object that a path names. */
async function objectAt(
  service: CollectionService,
  place: Place,
  context: RouteContext,
): Promise<StoredObject> {
  const { parameter = 'id' } = place.nesting ?? {};
  const fields = Object.entries(await fieldsAbove(place, context));
  const id = (context.params as Readonly<Record<string, string>>)[parameter] ?? '';
  return await service.get(context, id, ({ spec }) =>
    fields.every(([field, value]) => spec[field] === value),
  );
}

const itemPath = ({ root, nesting }: Place): string => `${root}/{${nesting?.parameter ?? 'id'}}`;

const pascal = (words: string): string =>
  words.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

function placeOf({ path, tag, noun }: Collection, at: string): Place {
  const root = `${ROOT}/${at}`;
  return at === path
    ? { root, many: pascal(tag), one: pascal(noun) }
    : { root, many: pascal(at), one: pascal(at).replace(/s$/, '') };
}

const common = ({ collection }: CollectionService, verb: 'read' | 'write') => ({
  tag: collection.tag,
  permission: permissionTo(verb, collection),
});

function listRoute(service: CollectionService, place: Place): Route {
  const { collection } = service;
  const { root, many } = place;
  const filters = filtersOf(collection);
  return defineRoute({
    method: 'get',
    path: root,
    operationId: `list${many}`,
    summary: `List ${inSentence(collection.tag)}`,
    ...common(service, 'read'),
    query: listQuery.extend(filters),
    fieldsFor: (reader) => fieldsFor(collection, reader),
    answers: {
      200: {
        description: 'A page of them, in order.',
        schema: schemasOf(collection).listed,
        headers: PAGE_HEADERS,
      },
    },
    handler: async (context) => {
      const query = context.query as ListQuery;
      const values = context.query as Readonly<Record<string, readonly string[] | undefined>>;
      const above = Object.entries(await fieldsAbove(place, context)).map(
        ([field, value]) => [wireName(collection.kind, field), [String(value)]] as const,
      );
      const wanted = Object.keys(filters).flatMap((name) =>
        values[name] === undefined ? [] : [[name, values[name]] as const],
      );
      const page = service.list(context, query, [...wanted, ...above]);
      const items = await toAnswers(collection, page.items, context.principal);
      return {
        status: 200,
        body: items,
        headers: pageHeaders(page, context.request),
      };
    },
  });
}

function pageHeaders({ total, next }: Page, request: Request): Record<string, string> {
  const count = { 'X-Total-Count': String(total) };
  return next === undefined ? count : { ...count, Link: nextLink(request, next) };
}

function createRoute(service: CollectionService, place: Place): Route {
  const { collection } = service;
  const { root, one } = place;
  return defineRoute({
    method: 'post',
    path: root,
    operationId: `create${one}`,
    summary: `Create ${withArticle(collection.noun)}`,
    ...common(service, 'write'),
    body: schemasOf(collection).created,
    bodyExample: collection.example,
    answers: { 201: createdDeclaration(service, 'It, as it is stored.') },
    handler: async (context) => {
      const fields = await fieldsAbove(place, context);
      const made = await service.create(context, context.body, fields);
      return await createdAnswer(service, context, made);
    },
  });
}

function getRoute(service: CollectionService, place: Place): Route {
  const { one } = place;
  return defineRoute({
    method: 'get',
    path: itemPath(place),
    operationId: `get${one}`,
    summary: `Get ${withArticle(service.collection.noun)}`,
    ...common(service, 'read'),
    answers: { 200: objectDeclaration(service, 'It.') },
    handler: async (context) =>
      await objectAnswer(service, context, await objectAt(service, place, context)),
  });
}

function updateRoute(service: CollectionService, place: Place): Route {
  const { one } = place;
  return defineRoute({
    method: 'put',
    path: itemPath(place),
    operationId: `update${one}`,
    summary: `Change ${withArticle(service.collection.noun)}`,
    description: 'Only the fields that are sent change; null removes one.',
    ...common(service, 'write'),
    body: schemasOf(service.collection).changed,
    answers: { 200: objectDeclaration(service, 'It, as it is now.') },
    handler: async (context) => {
      const seen = await objectAt(service, place, context);
      const written = await service.update(context, seen, context.body);
      return await objectAnswer(service, context, written);
    },
  });
}

const deletionQuery = z.object({
  cascade: z.enum(['true', 'false']).default('false').meta({
    description:
      'Delete what stands on it too, dependants first. Nothing is deleted unless all of it may be; should one deletion fail all the same, the answer says what went and what is left.',
  }),
});

function deleteRoute(service: CollectionService, place: Place): Route {
  const { one } = place;
  return defineRoute({
    method: 'delete',
    path: itemPath(place),
    operationId: `delete${one}`,
    summary: `Delete ${withArticle(service.collection.noun)}`,
    description:
      'What others stand on is not deleted: 409, with `dependents` (kind and id of those that you may see) and `dependent_count`.',
    ...common(service, 'write'),
    query: deletionQuery,
    answers: { 204: { description: 'It is gone.' } },
    errors: [409],
    handler: async (context) => {
      const { cascade } = deletionQuery.parse(context.query);
      await service.delete(context, await objectAt(service, place, context), cascade === 'true');
      return { status: 204 };
    },
  });
}

/** The `{id}` of a path. */
export const idIn = ({ params }: { readonly params: unknown }): string =>
  (params as { readonly id: string }).id;
