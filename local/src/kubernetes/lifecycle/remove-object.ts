import type { Api } from '../api.ts';
import { deleteObject } from '../write/delete-object.ts';
import type { StoredObject } from '../store/stored-object.ts';

/** Deletes an object on the server's own account, as a client without wishes would. */
export function removeObject(api: Api, stored: StoredObject): void {
  const type = api.registry.stored(stored.storage);
  if (!type) return;
  const { namespace, name } = stored;
  deleteObject(api, { type, namespace, name, subresource: '' }, stored, {
    dryRun: false,
    uid: '',
    resourceVersion: '',
    propagationPolicy: '',
  });
}

/** Stores `stored` with other finalizers, or removes it where it only waited for them. */
export function setFinalizers(api: Api, stored: StoredObject, finalizers: string[]): void {
  const object = structuredClone(stored.object);
  if (finalizers.length > 0) object.metadata.finalizers = finalizers;
  else Reflect.deleteProperty(object.metadata, 'finalizers');
  if (object.metadata.deletionTimestamp && finalizers.length === 0)
    api.store.remove(stored, object);
  else api.store.put(stored.storage, object);
}
