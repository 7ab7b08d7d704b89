import { asText, type JsonObject, type KubeObject } from '../object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { forbiddenValue } from '../schema/field-errors.ts';
import { parseFieldSelector } from '../select/field-selector.ts';
import { parseLabelSelector } from '../select/label-selector.ts';
import { badRequest, invalidOption } from '../status.ts';

/** Which objects of a collection are meant. */
export interface Selection {
  readonly matches: (object: KubeObject) => boolean;
  /** False: everything matches. */
  readonly selective: boolean;
}

/** Reads the selectors of a query. Throws a 400 on one that cannot be read. */
export function parseSelection(query: URLSearchParams, type: ResourceType): Selection {
  const labels = query.get('labelSelector') ?? '';
  const fields = query.get('fieldSelector') ?? '';
  const byLabels = parseLabelSelector(labels);
  const byFields = parseFieldSelector(fields, type);
  return {
    matches: (object) => byLabels(object.metadata.labels ?? {}) && byFields(object),
    selective: labels !== '' || fields !== '',
  };
}

/** A place in a list at one revision; -1 goes on in whatever there is now. */
export interface ContinueToken {
  readonly revision: number;
  /** The key of the last object that was answered, `namespace/name`. */
  readonly after: string;
}

export interface ListOptions {
  readonly limit: number;
  readonly resume: ContinueToken | undefined;
  /** The least revision that will do, or the very one; 0 where any will do. */
  readonly revision: number;
  readonly exact: boolean;
}

function parseWhole(text: string | null, parser: string): number {
  if (text === null || text === '') return 0;
  if (!/^\d+$/.test(text)) {
    throw badRequest(`strconv.${parser}: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  return Number(text);
}

export function parseRevision(query: URLSearchParams): number {
  const text = query.get('resourceVersion') ?? '';
  if (text !== '' && !/^\d+$/.test(text)) {
    const quoted = JSON.stringify(text);
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`,
    );
  }
  return Number(text);
}

/** A number of seconds of a query; 0 where there is none. */
export const parseTimeout = (query: URLSearchParams): number =>
  parseWhole(query.get('timeoutSeconds'), 'ParseInt');

/** Whether a flag of a query is on. */
export function flagOf(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== 'false' && value !== '0';
}

/** Reads the query of a list. Throws a 400 or 422 on values that do not go together. */
export function parseListOptions(query: URLSearchParams): ListOptions {
  const match = query.get('resourceVersionMatch') ?? '';
  const revision = parseRevision(query);
  if (match !== '' && !query.get('resourceVersion')) {
    const detail = 'resourceVersionMatch is forbidden unless resourceVersion is provided';
    throw invalidOption('ListOptions', forbiddenValue('resourceVersionMatch', detail));
  }
  const token = query.get('continue') ?? '';
  return {
    limit: parseWhole(query.get('limit'), 'ParseInt'),
    resume: token === '' ? undefined : parseToken(token),
    revision,
    exact: match === 'Exact',
  };
}

function parseToken(token: string): ContinueToken {
  try {
    const raw = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as JsonObject;
    const { rv, start } = raw;
    if (typeof rv !== 'number' || typeof start !== 'string') throw new Error('a part is missing');
    return { revision: rv, after: asText(start).replace(/\0$/, '') };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw badRequest(`invalid continue token: continue key is not valid: ${detail}`);
  }
}

/** The token that a client hands back to get the next page. */
export function formatToken({ revision, after }: ContinueToken): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: `${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}
