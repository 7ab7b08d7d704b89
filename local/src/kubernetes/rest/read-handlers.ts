import type { Api } from '../api.ts';
import type { JsonObject, KubeObject } from '../object.ts';
import { parseIncludeObject, toTable } from '../print/table.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { tooLargeResourceVersion } from '../status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { requireStored, viewOf, type Target } from '../write/target.ts';
import type { ApiRequest } from './api-request.ts';
import { listObjects, type Page } from './list-objects.ts';
import { parseRevision } from './list-options.ts';
import type { Reply } from './respond.ts';

/** GET of one object. */
export function getObject(api: Api, target: Target, request: ApiRequest): Reply {
  const asked = parseRevision(request.query);
  if (asked > api.store.revision) throw tooLargeResourceVersion(asked, api.store.revision);
  return objectReply(api, target.type, requireStored(api, target), request);
}

function objectReply(
  api: Api,
  type: ResourceType,
  stored: StoredObject,
  request: ApiRequest,
): Reply {
  const { answer } = request;
  if (answer.as === 'object') {
    const body = type.view ? viewOf(type, stored) : stored.body;
    return { status: 200, body, yaml: answer.yaml };
  }
  const metadata = { resourceVersion: stored.object.metadata.resourceVersion ?? '' };
  const body = toTable({
    type,
    objects: [stored],
    metadata,
    include: parseIncludeObject(request.query),
    nowMs: api.clock.now(),
  });
  return { status: 200, body, yaml: answer.yaml };
}

/** The answer to a write: the object, also where a table was asked for and the object is not stored. */
export function writtenReply(status: number, object: KubeObject, request: ApiRequest): Reply {
  return { status, body: object, yaml: request.answer.yaml };
}

/** GET of a collection. */
export function getCollection(api: Api, target: Target, request: ApiRequest): Reply {
  const page = listObjects(api, target, request.query);
  const { answer } = request;
  if (answer.as === 'object') {
    return { status: 200, body: listText(target.type, page), yaml: answer.yaml };
  }
  const body = toTable({
    type: target.type,
    objects: page.objects,
    metadata: pageMetadata(page),
    include: parseIncludeObject(request.query),
    nowMs: api.clock.now(),
  });
  return { status: 200, body, yaml: answer.yaml };
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
  const items = page.objects.map((stored) =>
    type.view ? JSON.stringify(viewOf(type, stored)) : stored.body,
  );
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`;
}
