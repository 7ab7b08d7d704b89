import type { Logger } from '@aicp/common/log/logger';
import type { Api } from '../store/api.ts';
import { phaseOf } from '../resources/cluster-resources.ts';
import type { Change, StoredObject } from '../store/stored-object.ts';
import { deleteObject, FOREGROUND, ORPHAN } from '../write/delete-object.ts';

const uidOf = ({ uid }: StoredObject): string => uid;
const ownersOf = ({ owners }: StoredObject): readonly string[] => owners;

/**
 * Does in the background what controllers do in a cluster: deletes what lost its last owner, does what the deletion policies Foreground
 * and Orphan ask, empties namespaces that are going. It keeps no state: a sweep looks at everything, and one follows each change that
 * can matter until a sweep changes nothing.
 */
export class Sweeper {
  readonly #api: Api;
  readonly #log: Logger;
  readonly #unsubscribe: () => void;
  /** UIDs of what has an owner or is going: without any, there is nothing to do. */
  readonly #concerned = new Set<string>();
  #scheduled: NodeJS.Immediate | undefined;

  constructor(api: Api, log: Logger) {
    this.#api = api;
    this.#log = log;
    this.#unsubscribe = api.store.subscribe((change) => {
      this.#observe(change);
    });
    for (const current of api.store.all()) {
      this.#observe({ type: 'ADDED', revision: current.revision, current, previous: undefined });
    }
  }

  close(): void {
    this.#unsubscribe();
    clearImmediate(this.#scheduled);
  }

  #observe({ type, current }: Change): void {
    const isConcerned = type !== 'DELETED' && (current.owners.length > 0 || current.isGoing);
    if (isConcerned) this.#concerned.add(uidOf(current));
    else this.#concerned.delete(uidOf(current));
    if (isConcerned || (type === 'DELETED' && this.#concerned.size > 0)) this.#schedule();
  }

  #schedule(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined;
      const before = this.#api.store.revision;
      try {
        this.#sweep();
        if (this.#api.store.revision !== before) this.#schedule();
      } catch (error) {
        this.#log.error({ err: error }, 'kubernetes_sweep_failed');
      }
    });
  }

  #sweep(): void {
    const all = this.#api.store.all();
    const uids = new Set(all.map(uidOf));
    const isOwned = (stored: StoredObject): boolean => ownersOf(stored).length > 0;
    const dependents = Map.groupBy(
      all.filter(isOwned).flatMap((stored) => ownersOf(stored).map((uid) => ({ uid, stored }))),
      ({ uid }) => uid,
    );
    for (const stored of all) {
      if (!this.#isCurrent(stored)) continue;
      const owned = (dependents.get(uidOf(stored)) ?? []).map((entry) => entry.stored);
      if (stored.isGoing) this.#finish(stored, owned);
      else if (isOwned(stored) && !ownersOf(stored).some((uid) => uids.has(uid)))
        this.#remove(stored);
    }
  }

  /** Brings the deletion of an object forward, as far as it depends on others. */
  #finish(stored: StoredObject, owned: readonly StoredObject[]): void {
    const { finalizers = [] } = stored.object.metadata;
    if (stored.storage === 'namespaces') this.#empty(stored);
    if (finalizers.includes(ORPHAN)) {
      for (const dependent of owned) this.#disown(dependent, uidOf(stored));
      if (owned.length === 0) this.#dropFinalizer(stored, ORPHAN);
    } else if (finalizers.includes(FOREGROUND)) {
      for (const dependent of owned) this.#remove(dependent);
      if (owned.length === 0) this.#dropFinalizer(stored, FOREGROUND);
    }
  }

  #empty(namespace: StoredObject): void {
    if (phaseOf(namespace.object) !== 'Terminating') return;
    const inside = this.#api.store.all().filter((stored) => stored.namespace === namespace.name);
    for (const stored of inside) this.#remove(stored);
    if (inside.length === 0) this.#api.store.remove(namespace);
  }

  /** A sweep changes what it walks over; what changed is for the next one. */
  #isCurrent({ storage, namespace, name, revision }: StoredObject): boolean {
    return this.#api.store.get(storage, namespace, name)?.revision === revision;
  }

  #remove(stored: StoredObject): void {
    const { storage, namespace, name } = stored;
    const type = this.#api.registry.stored(storage);
    if (!type || stored.isGoing || !this.#isCurrent(stored)) return;
    const options = { dryRun: false, uid: '', resourceVersion: '', propagationPolicy: '' };
    deleteObject(this.#api, { type, namespace, name, subresource: '' }, stored, options);
  }

  #disown(stored: StoredObject, uid: string): void {
    if (!this.#isCurrent(stored)) return;
    const object = structuredClone(stored.object);
    const others = (object.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
    if (others.length > 0) object.metadata.ownerReferences = others;
    else Reflect.deleteProperty(object.metadata, 'ownerReferences');
    this.#api.store.put(stored.storage, object);
  }

  #dropFinalizer(stored: StoredObject, finalizer: string): void {
    const object = structuredClone(stored.object);
    const rest = (object.metadata.finalizers ?? []).filter((item) => item !== finalizer);
    object.metadata.finalizers = rest;
    if (rest.length > 0) this.#api.store.put(stored.storage, object);
    else this.#api.store.remove(stored, object);
  }
}
