import type { Api } from '../store/api.ts';
import type { JsonObject } from '../objects/object.ts';
import { parseIncludeObject, toTable } from '../read/table.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { tooLargeResourceVersion } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { bodyOf, requireStored, type Target } from '../write/target.ts';
import type { ApiRequest } from './api-request.ts';
import { listObjects, type Page } from '../read/list-objects.ts';
import { parseRevision } from '../read/list-options.ts';
import type { Reply } from './respond.ts';

/** GET of one object. */
export function getObject(api: Api, target: Target, request: ApiRequest): Reply {
  const requested = parseRevision(request.query);
  if (requested > api.store.revision) throw tooLargeResourceVersion(requested, api.store.revision);
  const stored = requireStored(api, target);
  if (request.form === 'object') return { status: 200, body: bodyOf(target.type, stored) };
  return tableReply(api, target.type, request, {
    objects: [stored],
    metadata: { resourceVersion: String(stored.revision) },
  });
}

/** GET of a collection. */
export function getCollection(api: Api, target: Target, request: ApiRequest): Reply {
  const page = listObjects(api, target, request.query);
  if (request.form === 'object') return { status: 200, body: listText(target.type, page) };
  const metadata = pageMetadata(page);
  return tableReply(api, target.type, request, { objects: page.objects, metadata });
}

function tableReply(
  api: Api,
  type: ResourceType,
  request: ApiRequest,
  content: { objects: readonly StoredObject[]; metadata: JsonObject },
): Reply {
  const include = parseIncludeObject(request.query);
  return { status: 200, body: toTable({ type, ...content, include, nowMs: api.clock.now() }) };
}

function pageMetadata({ revision, continue: token, remaining }: Page): JsonObject {
  return {
    resourceVersion: String(revision),
    ...(token ? { continue: token } : {}),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
  };
}

/** A list as JSON. Objects are kept as text, so that a list of thousands is joined, not serialised. */
export function listText(type: ResourceType, page: Page): string {
  const head = JSON.stringify({
    kind: type.listKind,
    apiVersion: apiVersionOf(type),
    metadata: pageMetadata(page),
  });
  const items = page.objects.map((stored) => bodyOf(type, stored));
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`;
}
