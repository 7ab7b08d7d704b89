import type { Api } from '../store/api.ts';
import type { ResourceType, Verb } from '../resources/resource-type.ts';
import { methodNotAllowed } from '../objects/status.ts';
import { openWatch } from '../watch/open-watch.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import type { Target } from '../write/target.ts';
import type { ApiRequest } from './api-request.ts';
import { flagOf } from '../read/list-options.ts';
import { patchObject } from './patch-handler.ts';
import { getCollection, getObject } from './read-handlers.ts';
import type { Reply } from './respond.ts';
import { deleteCollection, deleteOne, postObject, putObject } from './write-handlers.ts';

type Handler = (api: Api, target: Target, request: ApiRequest) => Reply | Promise<Reply>;

const ON_COLLECTION: Readonly<Record<string, readonly [Verb, Handler]>> = {
  GET: ['list', getCollection],
  POST: ['create', postObject],
  DELETE: ['deletecollection', deleteCollection],
};
const ON_OBJECT: Readonly<Record<string, readonly [Verb, Handler]>> = {
  GET: ['get', getObject],
  PUT: ['update', putObject],
  PATCH: ['patch', patchObject],
  DELETE: ['delete', deleteOne],
};
const ON_STATUS = ['GET', 'PUT', 'PATCH'];

function handlerFor(target: Target, method: string): Handler {
  const { type, name, subresource, namespace } = target;
  const [verb, handler] = (name ? ON_OBJECT : ON_COLLECTION)[method] ?? ['get'];
  const isPlaced = namespace !== '' || !type.namespaced || verb === 'list';
  const isOpen = subresource === '' || ON_STATUS.includes(method);
  if (!handler || !isPlaced || !isOpen || !type.verbs.includes(verb)) throw methodNotAllowed();
  return handler;
}

/** Whether a resource has a subresource of this name. */
export const hasSubresource = (type: ResourceType, subresource: string): boolean =>
  subresource === '' || (subresource === 'status' && type.statusSubresource);

/** Does what a request to a resource asks. Undefined: it is a watch, which answers by itself. */
export async function handleResource(
  api: Api,
  hub: WatchHub,
  target: Target,
  request: ApiRequest,
): Promise<Reply | undefined> {
  const { raw, query, form, response } = request;
  if (raw.method === 'GET' && flagOf(query, 'watch')) {
    openWatch(api, hub, target, { query, table: form === 'table', response });
    return undefined;
  }
  return handlerFor(target, raw.method ?? 'GET')(api, target, request);
}
