import { wireName } from '@aicp/crds/kit/wire-name';
import { z } from 'zod';
import type { Permission } from '../access/permissions.ts';
import { defineRoute, type Answer, type Route } from '../http/route.ts';
import { etagOf, toAnswer } from './answer-object.ts';
import type { CollectionService } from './collection-service.ts';
import { schemasOf } from './collection-schemas.ts';
import type { Collection } from './collection.ts';
import { listQuery, type Page } from './list-page.ts';
import type { StoredObject } from './stored-object.ts';

const ROOT = '/api/v1';
const ETAG = { ETag: 'The version, for If-Match.' };

/** The endpoints that every collection has: list, create, get, update, delete. */
export function collectionRoutes(service: CollectionService): Route[] {
  const { collection } = service;
  const { path, otherPaths = [], without = [] } = collection;
  return [path, ...otherPaths].flatMap((one) => {
    const place = placeOf(collection, one);
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

/** What is answered with one object. */
export const objectAnswer = (
  { collection }: CollectionService,
  object: StoredObject,
  status = 200,
): Answer => ({
  status,
  body: toAnswer(collection, object),
  headers: { ETag: etagOf(object) },
});

/** How a route that answers one object declares it. */
export const objectDeclaration = ({ collection }: CollectionService, description: string) => ({
  description,
  schema: schemasOf(collection).answered,
  headers: ETAG,
});

interface Place {
  readonly root: string;
  /** `AccessTiers` and `AccessTier`, for operation ids. */
  readonly many: string;
  readonly one: string;
}

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
  permission: `${collection.permission}:${verb}` as Permission,
});

/** Query parameters that narrow a list to the objects that have a value. */
function filtersOf({ kind, filters = [], hidden = [] }: Collection) {
  const fields = (kind.selectable ?? []).map((path) => path.replace(/^\.spec\./, ''));
  const shown = fields.filter((field) => !hidden.includes(field));
  const names = new Set([...shown.map((field) => wireName(kind, field)), ...filters]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      z
        .string()
        .max(253)
        .optional()
        .meta({ description: `Only those whose ${name} is this.` }),
    ]),
  );
}

function listRoute(service: CollectionService, { root, many }: Place): Route {
  const { collection } = service;
  const filters = filtersOf(collection);
  return defineRoute({
    method: 'get',
    path: root,
    operationId: `list${many}`,
    summary: `List ${collection.tag.toLowerCase()}`,
    ...common(service, 'read'),
    query: listQuery.extend(filters),
    answers: {
      200: {
        description: 'A page of them, in order.',
        schema: schemasOf(collection).listed,
        headers: {
          Link: 'The next page, as rel="next"; absent on the last.',
          'X-Total-Count': 'How many there are on all pages.',
        },
      },
    },
    handler: async (context) => {
      const query = context.query as Readonly<Record<string, string | undefined>>;
      const wanted = Object.keys(filters).flatMap((name) =>
        query[name] === undefined ? [] : [[name, query[name]] as const],
      );
      const page = service.list(context, listQuery.parse(query), Object.fromEntries(wanted));
      const items = page.items.map((object) => toAnswer(collection, object));
      return Promise.resolve({
        status: 200,
        body: items,
        headers: pageHeaders(page, context.request.originalUrl),
      });
    },
  });
}

function pageHeaders({ total, next }: Page, url: string): Record<string, string> {
  const count = { 'X-Total-Count': String(total) };
  if (next === undefined) return count;
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', next);
  return { ...count, Link: `<${path}?${parameters.toString()}>; rel="next"` };
}

function createRoute(service: CollectionService, { root, one }: Place): Route {
  const { collection } = service;
  return defineRoute({
    method: 'post',
    path: root,
    operationId: `create${one}`,
    summary: `Create a ${collection.noun}`,
    ...common(service, 'write'),
    body: schemasOf(collection).created,
    bodyExample: collection.example,
    answers: { 201: objectDeclaration(service, 'It, as it is stored.') },
    handler: async (context) =>
      objectAnswer(service, await service.create(context, context.body), 201),
  });
}

function getRoute(service: CollectionService, { root, one }: Place): Route {
  return defineRoute({
    method: 'get',
    path: `${root}/{id}`,
    operationId: `get${one}`,
    summary: `Get a ${service.collection.noun}`,
    ...common(service, 'read'),
    answers: { 200: objectDeclaration(service, 'It.') },
    handler: async (context) => objectAnswer(service, await service.get(context, idIn(context))),
  });
}

function updateRoute(service: CollectionService, { root, one }: Place): Route {
  return defineRoute({
    method: 'put',
    path: `${root}/{id}`,
    operationId: `update${one}`,
    summary: `Change a ${service.collection.noun}`,
    description: 'Only the fields that are sent change; null removes one.',
    ...common(service, 'write'),
    body: schemasOf(service.collection).changed,
    answers: { 200: objectDeclaration(service, 'It, as it is now.') },
    handler: async (context) =>
      objectAnswer(service, await service.update(context, idIn(context), context.body)),
  });
}

function deleteRoute(service: CollectionService, { root, one }: Place): Route {
  return defineRoute({
    method: 'delete',
    path: `${root}/{id}`,
    operationId: `delete${one}`,
    summary: `Delete a ${service.collection.noun}`,
    ...common(service, 'write'),
    answers: { 204: { description: 'It is gone.' } },
    handler: async (context) => {
      await service.remove(context, idIn(context));
      return { status: 204 };
    },
  });
}

/** The `{id}` of a path. */
export const idIn = ({ params }: { readonly params: unknown }): string =>
  (params as { readonly id: string }).id;
