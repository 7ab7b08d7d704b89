import type { Api } from '../api.ts';
import type { KubeObject } from '../object.ts';
import type { Change, StoredObject } from '../store/stored-object.ts';
import { FOREGROUND, ORPHAN } from '../write/delete-object.ts';
import type { BackgroundWork } from './background-work.ts';
import { removeObject, setFinalizers } from './remove-object.ts';

type Path = string;

const pathOf = ({ storage, namespace, name }: StoredObject): Path =>
  JSON.stringify([storage, namespace, name]);
const uidOf = (object: KubeObject): string => object.metadata.uid ?? '';

/**
 * Deletes what lost its last owner, in the background, and does what the deletion policies Foreground and Orphan ask. It keeps no
 * record of its own on disk: at the start it looks at everything once.
 */
export class GarbageCollector {
  readonly #api: Api;
  readonly #work: BackgroundWork;
  readonly #uids = new Map<string, Path>();
  /** Objects by the UIDs of their owners. */
  readonly #dependents = new Map<string, Set<Path>>();
  readonly #unsubscribe: () => void;

  constructor(api: Api, work: BackgroundWork, existing: Iterable<StoredObject>) {
    this.#api = api;
    this.#work = work;
    const objects = [...existing];
    for (const stored of objects) this.#remember(stored);
    for (const stored of objects) this.#review(stored);
    this.#unsubscribe = api.store.subscribe((change) => {
      this.#observe(change);
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  #observe({ type, current, previous }: Change): void {
    if (previous) this.#forget(previous);
    if (type !== 'DELETED') {
      this.#remember(current);
      this.#review(current);
      return;
    }
    for (const path of this.#dependentsOf(uidOf(current.object))) this.#reviewLater(path);
    for (const owner of current.object.metadata.ownerReferences ?? []) {
      const path = this.#uids.get(owner.uid);
      if (path) this.#reviewLater(path);
    }
  }

  #remember(stored: StoredObject): void {
    const path = pathOf(stored);
    this.#uids.set(uidOf(stored.object), path);
    for (const { uid } of stored.object.metadata.ownerReferences ?? []) {
      const paths = this.#dependents.get(uid) ?? new Set<Path>();
      this.#dependents.set(uid, paths.add(path));
    }
  }

  #forget(stored: StoredObject): void {
    this.#uids.delete(uidOf(stored.object));
    for (const { uid } of stored.object.metadata.ownerReferences ?? []) {
      const paths = this.#dependents.get(uid);
      paths?.delete(pathOf(stored));
      if (paths?.size === 0) this.#dependents.delete(uid);
    }
  }

  #dependentsOf(uid: string): Path[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  #reviewLater(path: Path): void {
    this.#work.add(() => {
      const stored = this.#read(path);
      if (stored) this.#decide(stored);
    });
  }

  #review(stored: StoredObject): void {
    const { ownerReferences = [], deletionTimestamp } = stored.object.metadata;
    if (ownerReferences.length > 0 || deletionTimestamp) this.#reviewLater(pathOf(stored));
  }

  #read(path: Path): StoredObject | undefined {
    const [storage = '', namespace = '', name = ''] = JSON.parse(path) as string[];
    return this.#api.store.get(storage, namespace, name);
  }

  #decide(stored: StoredObject): void {
    const { deletionTimestamp, finalizers = [], ownerReferences = [] } = stored.object.metadata;
    if (deletionTimestamp) {
      if (finalizers.includes(ORPHAN)) this.#orphan(stored, finalizers);
      else if (finalizers.includes(FOREGROUND)) this.#deleteDependents(stored, finalizers);
    } else if (ownerReferences.length > 0 && ownerReferences.every((o) => !this.#uids.has(o.uid))) {
      removeObject(this.#api, stored);
    }
  }

  #orphan(owner: StoredObject, finalizers: readonly string[]): void {
    const uid = uidOf(owner.object);
    for (const path of this.#dependentsOf(uid)) {
      const stored = this.#read(path);
      if (!stored) continue;
      const object = structuredClone(stored.object);
      const others = (object.metadata.ownerReferences ?? []).filter((item) => item.uid !== uid);
      if (others.length > 0) object.metadata.ownerReferences = others;
      else Reflect.deleteProperty(object.metadata, 'ownerReferences');
      this.#api.store.put(stored.storage, object);
    }
    const rest = finalizers.filter((item) => item !== ORPHAN);
    setFinalizers(this.#api, owner, rest);
  }

  #deleteDependents(owner: StoredObject, finalizers: readonly string[]): void {
    const paths = this.#dependentsOf(uidOf(owner.object));
    for (const path of paths) {
      const stored = this.#read(path);
      if (stored) removeObject(this.#api, stored);
    }
    if (this.#dependentsOf(uidOf(owner.object)).length > 0) return;
    const rest = finalizers.filter((item) => item !== FOREGROUND);
    setFinalizers(this.#api, owner, rest);
  }
}
