import { inSentence } from '@aicp/crds/kit/in-sentence';
import { wireName } from '@aicp/crds/kit/wire-name';
import { withArticle } from '@aicp/crds/kit/with-article';
import { PAGE_HEADERS } from '@aicp/api-kit/route/page';
import { nextLink } from '@aicp/api-kit/route/next-link';
import type { Request } from 'express';
import { z } from 'zod';
import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { defineRoute } from '../../access/define-route.ts';
import { toAnswers } from '../answer-object.ts';
import { fieldsFor } from '../answered-fields.ts';
import type { CollectionService } from './collection-service.ts';
import { schemasOf } from '../collection-schemas.ts';
import { listQuery, type ListQuery, type Page } from '../list-page.ts';
import { filtersOf } from '../lists/list-filters.ts';
import {
  answerInForm,
  createdDeclaration,
  createdInForm,
  objectDeclaration,
  OR_YAML,
} from './object-answers.ts';
import {
  common,
  fieldsAbove,
  itemPath,
  objectAt,
  placesOf,
  type Nesting,
  type Place,
} from './places.ts';
import { createFromYaml, replaceFromYaml } from './yaml-writes.ts';

/** The endpoints that every collection has: list, create, get, update, delete. */
export function collectionRoutes(service: CollectionService, nesting?: Nesting): Route[] {
  const { collection } = service;
  const { without = [] } = collection;
  return placesOf(collection, nesting).flatMap((place) => {
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
    description:
      'YAML is the object as Kubernetes has it: kind and namespace are those of this collection, and secrets are named by secretRef.',
    body: schemasOf(collection).created,
    takesYaml: true,
    bodyExample: collection.example,
    answers: { 201: { ...createdDeclaration(service, 'It, as it is stored.'), ...OR_YAML } },
    handler: async (context) => {
      const { yaml } = context;
      const fields = await fieldsAbove(place, context);
      const made =
        yaml === undefined
          ? await service.create(context, context.body, fields)
          : await createFromYaml(service, context, { yaml, fields });
      return await createdInForm(service, context, made);
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
    description:
      'With `Accept: application/yaml`, the object as people would commit it: without what the server and the tools write into it.',
    query: formQuery,
    answers: { 200: { ...objectDeclaration(service, 'It.'), ...OR_YAML } },
    handler: async (context) => {
      const withStatus = formQuery.parse(context.query).with === 'status';
      const object = await objectAt(service, place, context);
      return await answerInForm(service, { ...pickForm(context), withStatus }, object);
    },
  });
}

const formQuery = z.object({
  with: z.enum(['status']).optional().meta({ description: 'Of YAML: its status too.' }),
});

/** The principal of a context is read when it is asked for: it is not copied along. */
const pickForm = ({ principal, wantsYaml = false, dryRun }: RouteContext) => ({
  principal,
  wantsYaml,
  dryRun,
});

function updateRoute(service: CollectionService, place: Place): Route {
  const { one } = place;
  return defineRoute({
    method: 'put',
    path: itemPath(place),
    operationId: `update${one}`,
    summary: `Change ${withArticle(service.collection.noun)}`,
    description:
      'Only the fields that are sent change; null removes one. YAML is the whole object: what its spec does not have goes, as with `kubectl replace`.',
    ...common(service, 'write'),
    body: schemasOf(service.collection).changed,
    takesYaml: true,
    answers: { 200: { ...objectDeclaration(service, 'It, as it is now.'), ...OR_YAML } },
    handler: async (context) => {
      const { yaml } = context;
      const seen = await objectAt(service, place, context);
      const written =
        yaml === undefined
          ? await service.update(context, seen, context.body)
          : await replaceFromYaml(service, context, { yaml, seen });
      return await answerInForm(service, context, written);
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
