import type { ServerResponse } from 'node:http';
import type { Api } from '../store/api.ts';
import { parseIncludeObject, toTable } from '../read/table.ts';
import { flagOf, parseRevision, parseSelection, parseWhole } from '../read/list-options.ts';
import { forbiddenValue } from '../objects/field-errors.ts';
import { ApiError, invalidOption } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import type { Target } from '../write/target.ts';
import { Watch } from './watch.ts';
import type { WatchHub } from './watch-hub.ts';

const DEFAULT_TIMEOUT_SECONDS = 1800;

/** Throws a 422 where `sendInitialEvents` and `resourceVersionMatch` do not go together. */
function checkInitialEvents(query: URLSearchParams): void {
  const match = query.get('resourceVersionMatch') ?? '';
  const expected = query.has('sendInitialEvents') ? 'NotOlderThan' : '';
  if (match === expected) return;
  const detail = expected
    ? 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
    : 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';
  throw invalidOption('ListOptions', forbiddenValue('resourceVersionMatch', detail));
}

/** Answers a watch request with a stream that goes on until the client, its timeout or the server ends it. */
export function openWatch(
  api: Api,
  hub: WatchHub,
  target: Target,
  request: { query: URLSearchParams; table: boolean; response: ServerResponse },
): void {
  const { query, table, response } = request;
  const { type, namespace, name } = target;
  checkInitialEvents(query);
  const revision = parseRevision(query);
  const selection = parseSelection(query, type);
  const timeout = parseWhole(query.get('timeoutSeconds')) || DEFAULT_TIMEOUT_SECONDS;
  const include = parseIncludeObject(query);
  const render = (stored: StoredObject) => {
    const metadata = { resourceVersion: String(stored.revision) };
    return toTable({ type, objects: [stored], metadata, include, nowMs: api.clock.now() });
  };
  const options = {
    type,
    namespace,
    name,
    selection,
    bookmarks: flagOf(query, 'allowWatchBookmarks'),
    render: table ? render : undefined,
  };
  const watch = new Watch(options, response);
  const initial = query.get('sendInitialEvents');
  if (initial === 'true' || (initial === null && revision === 0)) {
    for (const stored of api.store.list(type.storage)) watch.tellExisting(stored);
    if (initial) watch.bookmark(api.store.revision, true);
  } else if (!tellChanges(api, watch, revision || api.store.revision)) {
    return;
  }
  hub.add(type.storage, watch, timeout * 1000);
}

/** Tells what changed since a revision; ends the watch and answers false where that is too long ago. */
function tellChanges(api: Api, watch: Watch, revision: number): boolean {
  const changes = api.store.changesSince(revision);
  for (const change of changes ?? []) watch.tell(change);
  if (changes) return true;
  const message = `too old resource version: ${revision} (${api.store.oldestRevision})`;
  watch.fail(new ApiError(410, 'Expired', message).toStatus());
  return false;
}
