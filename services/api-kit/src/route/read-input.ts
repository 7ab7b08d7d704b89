import { Problem, type FieldError } from '@aicp/common/errors/problem';
import { readPlainly, type PlainFault } from '@aicp/common/errors/read-plainly';
import { nearestName, listing, unknownField } from '@aicp/crds/kit/unknown-name';
import type { Request } from 'express';
import { z } from 'zod';
import { inOrderOf, invalid } from './field-errors.ts';
import { versionIn } from './entity-tag.ts';
import { isOpenAiPath, withPlainLists } from './openai-form.ts';
import { bodyTypesOf, canWait, hasYaml, isWrite, YAML_TYPE, type Route } from './route.ts';
import { jsonProblem, type JsonLimits, type JsonProblem } from '@aicp/common/json/json-scanner';
import { keepExactNumbers } from '@aicp/crds/kit/wire-values';
import { hash } from 'node:crypto';

/** What came with a request, checked as the route declares. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly dryRun: boolean;
  readonly ifMatch: string | undefined;
  readonly isMergePatch: boolean;
  readonly wait: boolean;
  readonly yaml?: string;
  readonly wantsYaml: boolean;
}

/** Reads and checks a request. Rejects with a Problem: 404 for a name that no object can have, 422 for what breaks a schema, and the body's. */
export async function readInput(route: Route, request: Request): Promise<Input> {
  if (Object.values(request.params).some((value) => String(value).includes('\0'))) {
    throw new Problem(404, 'There is nothing by that name.');
  }
  const params = checked(route.parameters, { ...request.params });
  const { query, dryRun, wait } = readQuery(route, request);
  const sent = await readSent(route, request);
  const isMergePatch = route.method === 'patch';
  const wantsYaml = hasYaml(route) && request.accepts(ANSWER_TYPES) === YAML_TYPE;
  const ifMatch = readIfMatch(request);
  return { params, query, ...sent, dryRun, ifMatch, isMergePatch, wait, wantsYaml };
}

/** The first is meant where a client takes both alike. */
const ANSWER_TYPES = ['application/json', YAML_TYPE];

async function readSent(route: Route, request: Request): Promise<Pick<Input, 'body' | 'yaml'>> {
  const { body: schema, alsoWrong } = route;
  if (!schema) return { body: undefined };
  const { json, yaml } = await readText(request, bodyLimitOf(route), bodyTypesOf(route));
  if (yaml !== undefined) return { body: undefined, yaml };
  return { body: checked(schema, json, alsoWrong) };
}

/** Who is not known yet sends little. */
const bodyLimitOf = ({ permission, bodyBytes }: Route): number =>
  bodyBytes ?? (permission === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES);

/** How many bytes of a request's body may be read: as many as it says it has, and no more than its route takes. */
export function mostBytesOf(route: Route, request: Request): number {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (!route.body || (length === undefined && coding === undefined)) return 0;
  const limit = bodyLimitOf(route);
  return length === undefined ? limit : Math.min(Number(length), limit);
}

function checked(
  schema: z.ZodType | undefined,
  value: unknown,
  alsoWrong: Route['alsoWrong'] = () => [],
): unknown {
  if (!schema) return value;
  const { data, faults } = readPlainly(schema, value, unknownField);
  if (!faults) return data;
  throw invalid(inOrderOf(value, [...faults.map(asFieldError), ...alsoWrong(value)]));
}

const asFieldError = ({ path, message }: PlainFault): FieldError => ({
  path: path.map(String).join('.'),
  message,
});

/** The query, whether the request is only to be tried, and whether its answer waits for conditions. Throws a Problem (422) with all that is wrong with it. */
function readQuery(route: Route, request: Request): Pick<Input, 'query' | 'dryRun' | 'wait'> {
  // The simple parser gives texts, and lists of texts where a name comes twice.
  const plain = { ...request.query } as Record<string, string | string[]>;
  const sent = isOpenAiPath(route.path) ? withPlainLists(plain) : withLists(route, plain);
  const known = knownParameters(route);
  const { data, faults = [] } = readPlainly(route.query ?? z.object({}), sent);
  const errors = [
    ...Object.entries(sent).flatMap(([path, value]) => unreadable(path, value, known)),
    ...faults.map(asFieldError),
    ...flagErrors(route, sent),
  ];
  if (errors.length > 0) throw invalid(inOrderOf(sent, errors));
  return {
    query: data,
    dryRun: isWrite(route) && sent['dry_run'] === 'true',
    wait: canWait(route) && sent['wait'] === 'true',
  };
}

/** A list of which one is sent is a list all the same. */
function withLists(
  { query }: Route,
  sent: Readonly<Record<string, string | string[]>>,
): Record<string, string | string[]> {
  const shape = query instanceof z.ZodObject ? query.shape : {};
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      isList(shape[name]) ? [value].flat() : value,
    ]),
  );
}

const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodArray ||
  (schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodArray);

/** A query parameter that the route does not know is an error, so that a misspelt filter is no filter that matches all. */
function unreadable(
  path: string,
  value: string | string[],
  known: readonly string[] | undefined,
): FieldError[] {
  if (known && !known.includes(path)) return [{ path, message: unknownParameter(path, known) }];
  const hasNul = [value].flat().some((one) => one.includes('\0'));
  return hasNul ? [{ path, message: 'must not contain NUL' }] : [];
}

function unknownParameter(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  if (meant !== undefined) return `is not known here (did you mean ${meant}?)`;
  return known.length > 0
    ? `is not known here: it takes ${listing(known)}`
    : 'is not known here: it takes no query parameters';
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

const isFlag = (asked: unknown): boolean => asked === 'true' || asked === 'false';

/** What is wrong with the parameters that every write takes. */
function flagErrors(
  route: Route,
  { dry_run: dryRun = 'false', wait = 'false' }: Readonly<Record<string, unknown>>,
): FieldError[] {
  const errors: FieldError[] = [];
  if (isWrite(route) && !isFlag(dryRun)) {
    errors.push({ path: 'dry_run', message: 'must be true or false' });
  }
  if (isWrite(route) && dryRun === 'true' && route.dryRun === false) {
    errors.push({ path: 'dry_run', message: 'this can only be done, not tried' });
  }
  if (canWait(route) && !isFlag(wait)) {
    errors.push({ path: 'wait', message: 'must be true or false' });
  }
  return errors;
}

/** A weak tag counts as a strong one: a version names one state exactly. `*` asks for nothing. */
function readIfMatch(request: Request): string | undefined {
  const value = request.get('if-match')?.trim();
  if (value === undefined || value === '*') return undefined;
  return versionIn(/^(?:W\/)?"([^"]*)"$/.exec(value)?.[1] ?? value);
}

export const MAX_BODY_BYTES = 1_048_576;
/** Of routes that ask nobody who it is. */
export const MAX_PUBLIC_BODY_BYTES = 4096;

/** Reading and checking one value takes some ten microseconds: that many take about a tenth of a second. */
const LIMITS: JsonLimits = { depth: 64, elements: 10_000 };

/** What no store of ours takes: NUL, and halves of characters. */
const SUSPECT = /\\u(0000|d[89a-f])/i;

/**
 * The JSON that came with a request, numbers that no double holds as text, or the text of YAML; neither where nothing came. Rejects with a
 * Problem: 413 past `limit` bytes, 415 for another content type than `types`, 400 for what is no JSON or is made of too much, 422 for text
 * that can't be stored.
 */
async function readText(
  request: Request,
  limit: number,
  types: readonly string[],
): Promise<{ readonly json?: unknown; readonly yaml?: string }> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const bytes = await collect(request, limit);
  noteBody(request, bytes);
  if (bytes.length === 0) return {};
  const sent = contentTypeOf(request);
  if (!types.includes(sent)) {
    const form = types.includes(YAML_TYPE) ? 'JSON or YAML' : 'JSON';
    const detail = `Send the body as ${form}, with Content-Type: ${types.join(' or ')}.`;
    throw new Problem(415, detail);
  }
  const text = decode(bytes);
  if (sent === YAML_TYPE) return { yaml: text };
  const problem = jsonProblem(bytes, LIMITS);
  if (problem) throw new Problem(400, PROBLEMS[problem]);
  const value = JSON.parse(text, keepExactNumbers) as unknown;
  if (SUSPECT.test(text)) requireStorable(value);
  return { json: value };
}

function contentTypeOf(request: Request): string {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase();
}

async function collect(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is still on its way is not waited for. */
const tooLarge = (limit: number): Problem =>
  new Problem(413, `The body is larger than ${bytesText(limit)}.`, {
    headers: { Connection: 'close' },
  });

const bytesText = (bytes: number): string =>
  bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes / 1024} KiB`;

const PROBLEMS: Readonly<Record<JsonProblem, string>> = {
  malformed: 'The body is not readable as JSON.',
  deep: `The body nests lists and objects deeper than ${LIMITS.depth} levels.`,
  many: `The body has more than ${LIMITS.elements} values. Send it in parts.`,
};

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Problem(400, 'The body is not UTF-8.', { cause: error });
  }
}

/** Throws a Problem (422) for text with NUL, or with half a character. */
function requireStorable(value: unknown): void {
  const refused = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
  JSON.stringify(value, (key, inner: unknown) => {
    if (refused(key) || (typeof inner === 'string' && refused(inner))) {
      const message = 'must not contain NUL or half a surrogate pair';
      throw new Problem(422, `The body ${message}.`, { errors: [{ path: key, message }] });
    }
    return inner;
  });
}

const digests = new WeakMap<Request, string>();

/** Notes the bytes that came as a request's body. Called once, by who reads it. */
export function noteBody(request: Request, bytes: Buffer): void {
  digests.set(request, hash('sha256', bytes));
}

/** SHA-256 of a request's body; empty where its route reads none. */
export const bodyDigestOf = (request: Request): string => digests.get(request) ?? '';
