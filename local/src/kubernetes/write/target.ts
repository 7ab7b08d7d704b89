import type { Api } from '../store/api.ts';
import { asText, type JsonObject } from '../objects/object.ts';
import { namespaceResource, phaseOf } from '../resources/cluster-resources.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { badRequest, forbidden, notFound } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';

/** What a request is about. */
export interface Target {
  readonly type: ResourceType;
  /** '' where the resource has none, or all are meant. */
  readonly namespace: string;
  /** '' where a collection is meant. */
  readonly name: string;
  /** '' is the object itself. */
  readonly subresource: string;
}

/** Fields of metadata that no client sets. */
export const SERVER_FIELDS = [
  'selfLink',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'resourceVersion',
];

/** The object that a request names. Throws a 404 where it is not there. */
export function requireStored(api: Api, { type, namespace, name }: Target): StoredObject {
  const stored = api.store.get(type.storage, namespace, name);
  if (!stored) throw notFound(type, name);
  return stored;
}

/** The stored object as `type` reads it; not to be changed. */
export function viewOf(type: ResourceType, stored: StoredObject): StoredObject['object'] {
  return type.view ? type.view.fromStored(stored.object) : stored.object;
}

/** The stored object as `type` reads it, as JSON. */
export const bodyOf = (type: ResourceType, stored: StoredObject): string =>
  type.view ? JSON.stringify(viewOf(type, stored)) : stored.body;

/** Throws where the body names another object than the path. */
export function matchPath(metadata: JsonObject, target: Target, verb: 'create' | 'update'): void {
  const { name, namespace } = target;
  const given = asText(metadata['name']);
  if (verb === 'update' && given !== name) {
    throw badRequest(
      given === ''
        ? `the name of the object (${name} based on URL) was undeterminable: name must be provided`
        : `the name of the object (${given}) does not match the name on the URL (${name})`,
    );
  }
  const space = asText(metadata['namespace']);
  if (space !== '' && space !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
}

/** Throws where the namespace is not there, or is going away. */
export function requireNamespace(api: Api, { type, namespace }: Target, name: string): void {
  if (!type.namespaced) return;
  const stored = api.store.get(namespaceResource.storage, '', namespace);
  if (!stored) throw notFound(namespaceResource, namespace);
  if (phaseOf(stored.object) !== 'Terminating') return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(type, name, why);
}
