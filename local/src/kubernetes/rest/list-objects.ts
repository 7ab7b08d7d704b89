import type { Api } from '../api.ts';
import { ApiError, tooLargeResourceVersion } from '../status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { viewOf, type Target } from '../write/target.ts';
import {
  formatToken,
  parseListOptions,
  parseSelection,
  type ContinueToken,
} from './list-options.ts';

/** One page of a collection, as it was at one revision. */
export interface Page {
  readonly objects: readonly StoredObject[];
  readonly revision: number;
  /** '' on the last page. */
  readonly continue: string;
  readonly remaining: number | undefined;
}

const keyText = ({ namespace, name }: StoredObject): string => `${namespace}/${name}`;

/** Reads a page of a collection as the query asks. Throws 400, 410 (the revision is gone), 422, 504 (not there yet). */
export function listObjects(api: Api, target: Target, query: URLSearchParams): Page {
  const { type } = target;
  const options = parseListOptions(query);
  const selection = parseSelection(query, type);
  const { resume, limit } = options;
  if (options.revision > api.store.revision) {
    throw tooLargeResourceVersion(options.revision, api.store.revision);
  }
  const revision = resume?.revision ?? (options.exact ? options.revision : -1);
  const all = snapshot(api, target, revision, resume);
  const selected = selection.selective
    ? all.filter((stored) => selection.matches(viewOf(type, stored)))
    : all;
  const rest = resume ? selected.slice(firstAfter(selected, resume.after)) : selected;
  const page = limit > 0 ? rest.slice(0, limit) : rest;
  const shown = revision === -1 ? api.store.revision : revision;
  const last = page.at(-1);
  const more = rest.length > page.length && last !== undefined;
  return {
    objects: page,
    revision: shown,
    continue: more ? formatToken({ revision: shown, after: keyText(last) }) : '',
    remaining: more && !selection.selective ? rest.length - page.length : undefined,
  };
}

const firstAfter = (objects: readonly StoredObject[], after: string): number => {
  const index = objects.findIndex((stored) => keyText(stored) > after);
  return index === -1 ? objects.length : index;
};

function snapshot(
  api: Api,
  { type, namespace }: Target,
  revision: number,
  resume: ContinueToken | undefined,
): readonly StoredObject[] {
  if (revision === -1) return api.store.list(type.storage, namespace);
  const objects = api.store.listAt(type.storage, namespace, revision);
  if (objects) return objects;
  if (!resume) {
    const oldest = api.store.oldestRevision;
    throw new ApiError(410, 'Expired', `too old resource version: ${revision} (${oldest})`);
  }
  throw new ExpiredPage(formatToken({ revision: -1, after: resume.after }));
}

/** The list that a page belongs to is gone; the client may go on in today's list with the token that comes along. */
class ExpiredPage extends ApiError {
  readonly #token: string;

  constructor(token: string) {
    super(
      410,
      'Expired',
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    );
    this.#token = token;
  }

  override toStatus() {
    return { ...super.toStatus(), metadata: { continue: this.#token } };
  }
}
