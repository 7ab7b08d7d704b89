import type { ServerResponse } from 'node:http';
import type { Api } from '../api.ts';
import { parseIncludeObject, toTable } from '../print/table.ts';
import { flagOf, parseRevision, parseSelection, parseWhole } from '../rest/list-options.ts';
import { forbiddenValue } from '../schema/field-errors.ts';
import { ApiError, invalidOption } from '../status.ts';
import type { Target } from '../write/target.ts';
import { Watch } from './watch.ts';
import type { WatchHub } from './watch-hub.ts';

const DEFAULT_TIMEOUT_SECONDS = 1800;

/** How a watch begins: with what is there, with what changed since a revision, or with what comes. */
type Beginning = { kind: 'existing'; bookmark: boolean } | { kind: 'since'; revision: number };

function beginning(api: Api, query: URLSearchParams): Beginning {
  const initial = query.get('sendInitialEvents');
  const match = query.get('resourceVersionMatch') ?? '';
  const refuse = (detail: string) =>
    invalidOption('ListOptions', forbiddenValue('resourceVersionMatch', detail));
  if (initial === null && match !== '') {
    throw refuse(
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    );
  }
  if (initial !== null && match !== 'NotOlderThan') {
    throw refuse('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
  }
  if (initial === 'true') return { kind: 'existing', bookmark: true };
  const revision = parseRevision(query);
  if (revision > 0) return { kind: 'since', revision };
  if (initial === 'false') return { kind: 'since', revision: api.store.revision };
  return { kind: 'existing', bookmark: false };
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
  const start = beginning(api, query);
  const selection = parseSelection(query, type);
  const timeout = parseWhole(query.get('timeoutSeconds')) || DEFAULT_TIMEOUT_SECONDS;
  const include = parseIncludeObject(query);
  const watch = new Watch(
    {
      type,
      namespace,
      matches: (object) =>
        (name === '' || object.metadata.name === name) && selection.matches(object),
      bookmarks: flagOf(query, 'allowWatchBookmarks'),
      render: table
        ? (stored) =>
            toTable({
              type,
              objects: [stored],
              metadata: { resourceVersion: String(stored.revision) },
              include,
              nowMs: api.clock.now(),
            })
        : undefined,
    },
    response,
  );
  if (begin(api, watch, target, start)) hub.add(type.storage, watch, timeout * 1000);
}

/** Tells what comes before the live changes; false where the watch cannot go on. */
function begin(api: Api, watch: Watch, { type }: Target, start: Beginning): boolean {
  if (start.kind === 'existing') {
    for (const stored of api.store.list(type.storage)) watch.tellExisting(stored);
    if (start.bookmark) watch.bookmark(api.store.revision, true);
    return true;
  }
  const changes = api.store.changesSince(start.revision);
  if (!changes) {
    const message = `too old resource version: ${start.revision} (${api.store.oldestRevision})`;
    watch.fail(new ApiError(410, 'Expired', message).toStatus());
    return false;
  }
  for (const change of changes) watch.tell(change);
  return true;
}
