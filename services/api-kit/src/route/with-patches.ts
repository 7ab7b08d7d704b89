import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { documentation, documented, type JsonSchema, orNull } from './documented.ts';
import type { Route } from './route.ts';

/**
 * The routes, and beside each PUT a PATCH: the same handler with the same rights and checks, whose body is a JSON merge patch (RFC 7396).
 * A PUT changes only the fields that are sent as it is; what differs is told to the handler (`isMergePatch`).
 */
export const withPatches = (routes: readonly Route[]): Route[] =>
  routes.flatMap((route) => (route.method === 'put' ? [route, patchOf(route)] : [route]));

const patchOf = (put: Route): Route => ({
  ...put,
  method: 'patch',
  operationId: put.operationId.replace(/^[a-z]+/, 'patch'),
  summary: `${put.summary} by a merge patch`,
  description:
    'A JSON merge patch (RFC 7396), otherwise as PUT: what is not sent stays, at every depth, and null removes. A map that is sent is merged key by key, where PUT puts it in the place of the one there. Lists are replaced as a whole.',
  ...(put.body ? { body: patchBodyOf(put.body) } : {}),
});

/** The body of a PUT as it is documented for a PATCH; what reads it stays the same. */
function patchBodyOf(body: z.ZodType): z.ZodType {
  const { document, id: component } = documentation.parse(z.globalRegistry.get(body) ?? {});
  if (document === undefined) return body;
  const patch = patchSchema(document);
  return isDeepStrictEqual(patch, document)
    ? body
    : documented(patch, component?.replace(/(Update)?$/, 'Patch'));
}

/** Nothing need be there, and null may stand for everything; what is inside of lists stays as it is. */
function patchSchema(schema: JsonSchema): JsonSchema {
  const { required: _, ...rest } = schema;
  const {
    properties,
    additionalProperties: keys,
    oneOf: forms,
  } = rest as Readonly<{
    properties?: Record<string, JsonSchema>;
    additionalProperties?: unknown;
    oneOf?: readonly JsonSchema[];
  }>;
  return {
    ...rest,
    ...(properties ? { properties: mapped(properties) } : {}),
    ...(isSchema(keys) ? { additionalProperties: orNull(patchSchema(keys)) } : {}),
    ...(forms ? { oneOf: forms.map(patchSchema) } : {}),
  };
}

const mapped = (properties: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, orNull(patchSchema(one))]),
  );

const isSchema = (keys: unknown): keys is JsonSchema => typeof keys === 'object' && keys !== null;
