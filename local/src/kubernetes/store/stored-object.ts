import type { KubeObject } from '../objects/object.ts';
import { keyOf, type ObjectKey } from './database.ts';

const NO_OWNERS: readonly string[] = [];

/**
 * An object as it was at one revision. Never changed. It is kept as its JSON alone, which takes a fraction of the memory of the object;
 * whoever asks for the object gets it read anew, unless somebody else still holds it.
 */
export class StoredObject implements ObjectKey {
  readonly storage: string;
  readonly namespace: string;
  readonly name: string;
  readonly revision: number;
  /** The object as JSON. */
  readonly body: string;
  readonly uid: string;
  /** UIDs of the objects that it goes with. */
  readonly owners: readonly string[];
  /** Whether it waits for its finalizers. */
  readonly isGoing: boolean;
  #object: WeakRef<KubeObject>;

  constructor(storage: string, object: KubeObject, revision: number) {
    const { namespace, name } = keyOf(storage, object);
    const { uid = '', ownerReferences = [], deletionTimestamp } = object.metadata;
    this.storage = storage;
    this.namespace = namespace;
    this.name = name;
    this.revision = revision;
    this.body = JSON.stringify(object);
    this.uid = uid;
    this.owners =
      ownerReferences.length > 0 ? ownerReferences.map((owner) => owner.uid) : NO_OWNERS;
    this.isGoing = deletionTimestamp !== undefined;
    this.#object = new WeakRef(object);
  }

  get object(): KubeObject {
    const known = this.#object.deref();
    if (known) return known;
    const read = JSON.parse(this.body) as KubeObject;
    this.#object = new WeakRef(read);
    return read;
  }
}

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One write: what it did, what is there now (for DELETED: the last form, at the revision of the deletion) and what was there before. */
export interface Change {
  readonly type: ChangeType;
  readonly revision: number;
  readonly current: StoredObject;
  readonly previous: StoredObject | undefined;
}
