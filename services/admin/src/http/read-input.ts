import { Problem, type FieldError } from '@aicp/common/errors/problem';
import type { Request } from 'express';
import { z } from 'zod';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES, readJsonBody } from './read-json-body.ts';
import { versionIn } from './entity-tag.ts';
import { bodyTypesOf, canWait, isWrite, type Route } from './route.ts';

/** What came with a request, checked as the route declares. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly dryRun: boolean;
  readonly ifMatch: string | undefined;
  readonly isMergePatch: boolean;
  readonly wait: boolean;
}

/** Reads and checks a request. Rejects with a Problem: 404 for a name that no object can have, 422 for what breaks a schema, and the body's. */
export async function readInput(route: Route, request: Request): Promise<Input> {
  if (Object.values(request.params).some((value) => String(value).includes('\0'))) {
    throw new Problem(404, 'There is nothing by that name.');
  }
  const params = checked(route.parameters, { ...request.params });
  const sent = storableQuery(request);
  requireKnown(route, sent);
  const query = checked(route.query ?? z.object({}), sent);
  const dryRun = isWrite(route) && readDryRun(route, request);
  const wait = canWait(route) && readFlag('wait', request);
  const body = route.body
    ? checked(route.body, await readJsonBody(request, bodyLimitOf(route), bodyTypesOf(route)))
    : undefined;
  const isMergePatch = route.method === 'patch';
  return { params, query, body, dryRun, ifMatch: readIfMatch(request), isMergePatch, wait };
}

/** Who is not known yet sends little. */
const bodyLimitOf = ({ permission }: Route): number =>
  permission === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES;

function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/** 422: what was sent is readable and wrong. */
export const invalid = (errors: readonly FieldError[]): Problem =>
  new Problem(422, `What was sent is not valid: ${sentence(errors[0])}.`, { errors });

const sentence = (error: FieldError | undefined): string =>
  error ? `${error.path === '' ? 'the body' : error.path}: ${error.message}` : 'see errors';

function storableQuery(request: Request): Record<string, unknown> {
  // The simple parser gives texts, and lists of texts where a name comes twice.
  const query = { ...request.query } as Record<string, string | string[]>;
  for (const [path, value] of Object.entries(query)) {
    if ([value].flat().some((one) => one.includes('\0')))
      throw invalid([{ path, message: 'must not contain NUL' }]);
  }
  return query;
}

/** Throws a Problem (422) for a query parameter that the route does not know, so that a misspelt filter is no filter that matches all. */
function requireKnown(route: Route, sent: Readonly<Record<string, unknown>>): void {
  const known = knownParameters(route);
  const unknown = known ? Object.keys(sent).filter((name) => !known.includes(name)) : [];
  if (!known || unknown.length === 0) return;
  const those = known.length > 0 ? `it takes ${known.join(', ')}` : 'it takes no query parameters';
  throw invalid(unknown.map((path) => ({ path, message: `is not known here: ${those}` })));
}

/** Undefined where any is taken: a provider of single sign-on may add its own. */
function knownParameters(route: Route): readonly string[] | undefined {
  const { query } = route;
  if (query && !(query instanceof z.ZodObject)) return undefined;
  if (query?.def.catchall) return undefined;
  return [...Object.keys(query?.shape ?? {}), ...ownOfWrites(route)];
}

const ownOfWrites = (route: Route): string[] => [
  ...(isWrite(route) ? ['dry_run'] : []),
  ...(canWait(route) ? ['wait'] : []),
];

function readDryRun(route: Route, request: Request): boolean {
  const isAsked = readFlag('dry_run', request);
  if (isAsked && route.dryRun === false) {
    throw invalid([{ path: 'dry_run', message: 'this can only be done, not tried' }]);
  }
  return isAsked;
}

function readFlag(path: 'dry_run' | 'wait', request: Request): boolean {
  const { [path]: asked = 'false' } = request.query;
  if (asked === 'true' || asked === 'false') return asked === 'true';
  throw invalid([{ path, message: 'must be true or false' }]);
}

/** A weak tag counts as a strong one: a resourceVersion names one state exactly. `*` asks for nothing. */
function readIfMatch(request: Request): string | undefined {
  const value = request.get('if-match')?.trim();
  if (value === undefined || value === '*') return undefined;
  return versionIn(/^(?:W\/)?"([^"]*)"$/.exec(value)?.[1] ?? value);
}
