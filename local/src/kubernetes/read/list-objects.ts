import type { Api } from '../store/api.ts';
import { asText, type JsonObject } from '../objects/object.ts';
import { forbiddenValue } from '../objects/field-errors.ts';
import { ApiError, badRequest, invalidOption, tooLargeResourceVersion } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { viewOf, type Target } from '../write/target.ts';
import { parseRevision, parseSelection, parseWhole } from './list-options.ts';

/** One page of a collection, as it was at one revision. */
export interface Page {
  readonly objects: readonly StoredObject[];
  readonly revision: number;
  /** '' on the last page. */
  readonly continue: string;
  readonly remaining: number | undefined;
}

/** A place in a list at one revision; NEWEST goes on in whatever there is now. */
interface Place {
  readonly revision: number;
  /** The key of the last object that was answered, `namespace/name`; '' at the start. */
  readonly after: string;
}

const NEWEST = -1;
const keyText = ({ namespace, name }: StoredObject): string => `${namespace}/${name}`;

/** Reads a page of a collection as the query asks. Throws 400, 410 (the revision is gone), 422, 504 (not there yet). */
export function listObjects(api: Api, target: Target, query: URLSearchParams): Page {
  const { type } = target;
  const place = parsePlace(query, api.store.revision);
  const limit = parseWhole(query.get('limit')) || Infinity;
  const selection = parseSelection(query, type);
  const rest = snapshot(api, target, place).filter(
    (stored) =>
      keyText(stored) > place.after &&
      (!selection.selective || selection.matches(viewOf(type, stored))),
  );
  const objects = rest.slice(0, limit);
  const revision = place.revision === NEWEST ? api.store.revision : place.revision;
  const last = objects.at(-1);
  if (!last || rest.length === objects.length) {
    return { objects, revision, continue: '', remaining: undefined };
  }
  const remaining = selection.selective ? undefined : rest.length - objects.length;
  return {
    objects,
    revision,
    continue: formatPlace({ revision, after: keyText(last) }),
    remaining,
  };
}

function parsePlace(query: URLSearchParams, newest: number): Place {
  const token = query.get('continue');
  if (token) return parseToken(token);
  const revision = parseRevision(query);
  const match = query.get('resourceVersionMatch');
  if (match && !query.get('resourceVersion')) {
    const detail = 'resourceVersionMatch is forbidden unless resourceVersion is provided';
    throw invalidOption('ListOptions', forbiddenValue('resourceVersionMatch', detail));
  }
  if (revision > newest) throw tooLargeResourceVersion(revision, newest);
  return { revision: match === 'Exact' ? revision : NEWEST, after: '' };
}

function parseToken(token: string): Place {
  try {
    const text = Buffer.from(token, 'base64url').toString('utf8');
    const { rv, start } = JSON.parse(text) as JsonObject;
    if (typeof rv !== 'number' || typeof start !== 'string') throw new Error('a part is missing');
    return { revision: rv, after: asText(start).replace(/\0$/, '') };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw badRequest(`invalid continue token: continue key is not valid: ${detail}`);
  }
}

/** The token that a client hands back to get the next page. */
function formatPlace({ revision, after }: Place): string {
  const token = { v: 'meta.k8s.io/v1', rv: revision, start: `${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function snapshot(api: Api, { type, namespace }: Target, place: Place): readonly StoredObject[] {
  const { revision, after } = place;
  if (revision === NEWEST) return api.store.list(type.storage, namespace);
  const objects = api.store.listAt(type.storage, namespace, revision);
  if (objects) return objects;
  if (after) throw new ExpiredPage(formatPlace({ revision: NEWEST, after }));
  throw new ApiError(410, 'Expired', 'The resourceVersion for the provided list is too old.');
}

/** The list that a page belongs to is gone; the client may go on in today's list with the token that comes along. */
class ExpiredPage extends ApiError {
  readonly #token: string;

  constructor(token: string) {
    const message =
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
    super(410, 'Expired', message);
    this.#token = token;
  }

  override toStatus(): JsonObject {
    return { ...super.toStatus(), metadata: { continue: this.#token } };
  }
}
