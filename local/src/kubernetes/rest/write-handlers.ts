import type { Api } from '../store/api.ts';
import { isJsonObject, type JsonObject } from '../objects/object.ts';
import { createObject } from '../write/create-object.ts';
import { decodeObject } from '../write/decode-object.ts';
import { deleteObject, parseDeleteOptions } from '../write/delete-object.ts';
import { matchPath, requireStored, type Target } from '../write/target.ts';
import { updateObject } from '../write/update-object.ts';
import { writeOptionsOf, type ApiRequest } from './api-request.ts';
import { listObjects } from '../read/list-objects.ts';
import { mediaType, parseBody, readBytes } from './read-body.ts';
import { listText } from './read-handlers.ts';
import type { Reply } from './respond.ts';

/** POST to a collection. */
export async function postObject(api: Api, target: Target, request: ApiRequest): Promise<Reply> {
  const write = writeOptionsOf(request, 'CreateOptions');
  const body = await parseBody(await readBytes(request.raw), mediaType(request.raw));
  const object = decodeObject({ type: target.type, ...body, write });
  return { status: 201, body: createObject(api, target, object, write) };
}

/** PUT of an object or of its status. */
export async function putObject(api: Api, target: Target, request: ApiRequest): Promise<Reply> {
  const { type, namespace, name } = target;
  const write = writeOptionsOf(request, 'UpdateOptions');
  const body = await parseBody(await readBytes(request.raw), mediaType(request.raw));
  const object = decodeObject({ type, ...body, write });
  const exists = api.store.get(type.storage, namespace, name) !== undefined;
  if (!exists && type.createOnUpdate && object.metadata.name === name) {
    return { status: 201, body: createObject(api, target, object, write) };
  }
  matchPath(object.metadata, target, 'update');
  const stored = requireStored(api, target);
  const next = updateObject(api, target, object, { ...write, stored, replaces: true });
  return { status: 200, body: next };
}

async function deleteBody(request: ApiRequest): Promise<JsonObject> {
  const bytes = await readBytes(request.raw);
  if (bytes.length === 0) return {};
  const { value } = await parseBody(bytes, mediaType(request.raw));
  return isJsonObject(value) ? value : {};
}

/** DELETE of an object: a Status where it is gone, the object where it waits for its finalizers. */
export async function deleteOne(api: Api, target: Target, request: ApiRequest): Promise<Reply> {
  const options = parseDeleteOptions(request.query, await deleteBody(request));
  const { type } = target;
  const stored = requireStored(api, target);
  const { object, gone } = deleteObject(api, target, stored, options);
  if (!gone) return { status: 200, body: object };
  const details = {
    name: target.name,
    ...(type.group ? { group: type.group } : {}),
    kind: type.plural,
    uid: object.metadata.uid ?? '',
  };
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
  return { status: 200, body: status };
}

/** DELETE of a collection; answers the objects as they were. */
export async function deleteCollection(
  api: Api,
  target: Target,
  request: ApiRequest,
): Promise<Reply> {
  const options = parseDeleteOptions(request.query, await deleteBody(request));
  const page = listObjects(api, target, request.query);
  for (const stored of page.objects) deleteObject(api, target, stored, options);
  return { status: 200, body: listText(target.type, page) };
}
