import type { KubeObject } from '../objects/object.ts';
import { ChangeLog } from './change-log.ts';
import type { ObjectDatabase } from './database.ts';
import { StoredObject, type Change, type ChangeType } from './stored-object.ts';

const pathOf = (namespace: string, name: string): string => `${namespace}/${name}`;

/** A watch from 1 or 0 onwards never finds all changes, as in a cluster. */
const FIRST_REVISION = 2;

interface Place {
  readonly objects: Map<string, StoredObject>;
  /** The objects in the order of their keys; made at need. */
  sorted: StoredObject[] | undefined;
}

export type ChangeListener = (change: Change) => void;

/**
 * All objects: in memory to read, written through to the database. Every write takes the next revision, is in the database when the
 * call returns, and is then told to the listeners, in order. `durable` resolves when it is on the disk.
 */
export class ObjectStore {
  readonly #database: ObjectDatabase;
  readonly #places = new Map<string, Place>();
  readonly #listeners = new Set<ChangeListener>();
  readonly #log: ChangeLog;
  #revision: number;

  /** `restore` brings an object from the disk into today's form (new defaults, fields that are gone); undefined drops it. */
  constructor(options: {
    database: ObjectDatabase;
    restore: (storage: string, object: KubeObject) => KubeObject | undefined;
    maxChanges?: number;
  }) {
    this.#database = options.database;
    this.#revision = Math.max(options.database.revision(), FIRST_REVISION);
    this.#log = new ChangeLog(this.#revision, options.maxChanges);
    for (const row of options.database.rows()) {
      const object = options.restore(row.storage, JSON.parse(row.body) as KubeObject);
      if (!object) continue;
      const stored = new StoredObject(row.storage, object, row.revision);
      this.#place(row.storage).objects.set(pathOf(row.namespace, row.name), stored);
    }
  }

  /** The newest revision. */
  get revision(): number {
    return this.#revision;
  }

  /** The oldest revision that `changesSince` and `listAt` can go back to. */
  get oldestRevision(): number {
    return this.#log.floor;
  }

  get(storage: string, namespace: string, name: string): StoredObject | undefined {
    return this.#places.get(storage)?.objects.get(pathOf(namespace, name));
  }

  /** Every object of every place. */
  all(): StoredObject[] {
    return [...this.#places.values()].flatMap(({ objects }) => [...objects.values()]);
  }

  /** The objects of a place, or of one namespace of it, in the order of their keys. Not to be changed. */
  list(storage: string, namespace = ''): readonly StoredObject[] {
    const place = this.#place(storage);
    place.sorted ??= sortByKey(place.objects);
    if (namespace === '') return place.sorted;
    return place.sorted.filter((stored) => stored.namespace === namespace);
  }

  /** As `list`, as it was at `revision`; undefined where that is too long ago. */
  listAt(
    storage: string,
    namespace: string,
    revision: number,
  ): readonly StoredObject[] | undefined {
    const changes = this.#log.since(revision);
    if (!changes) return undefined;
    const relevant = changes.filter(({ current }) => current.storage === storage);
    if (relevant.length === 0) return this.list(storage, namespace);
    const objects = new Map(this.#place(storage).objects);
    for (const { current, previous } of relevant.reverse()) {
      const path = pathOf(current.namespace, current.name);
      if (previous) objects.set(path, previous);
      else objects.delete(path);
    }
    const then = sortByKey(objects);
    return namespace === '' ? then : then.filter((stored) => stored.namespace === namespace);
  }

  /** The changes of every place after `revision`, oldest first; undefined where some of them are gone. */
  changesSince(revision: number): Change[] | undefined {
    return this.#log.since(revision);
  }

  /** Stores `object`, new or changed, at the next revision. `object` belongs to the store from here on. */
  put(storage: string, object: KubeObject): StoredObject {
    const current = this.#next(storage, object);
    const place = this.#place(storage);
    const path = pathOf(current.namespace, current.name);
    const previous = place.objects.get(path);
    this.#database.put(current);
    place.objects.set(path, current);
    place.sorted = undefined;
    this.#tell(previous ? 'MODIFIED' : 'ADDED', current, previous);
    return current;
  }

  /** Removes an object; `last` is the form that watchers are told. */
  remove(previous: StoredObject, last: KubeObject = previous.object): StoredObject {
    const current = this.#next(previous.storage, structuredClone(last));
    this.#database.remove(current, current.revision);
    const place = this.#place(previous.storage);
    place.objects.delete(pathOf(previous.namespace, previous.name));
    place.sorted = undefined;
    this.#tell('DELETED', current, previous);
    return current;
  }

  /** Resolves when every write before is on the disk: nobody is to be answered earlier. */
  async durable(): Promise<void> {
    await this.#database.durable();
  }

  /** Tells `listener` every change from now on; the answer ends that. */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #place(storage: string): Place {
    let place = this.#places.get(storage);
    if (!place) {
      place = { objects: new Map(), sorted: undefined };
      this.#places.set(storage, place);
    }
    return place;
  }

  #next(storage: string, object: KubeObject): StoredObject {
    const revision = this.#revision + 1;
    object.metadata.resourceVersion = String(revision);
    return new StoredObject(storage, object, revision);
  }

  #tell(type: ChangeType, current: StoredObject, previous: StoredObject | undefined): void {
    this.#revision = current.revision;
    const change = { type, revision: current.revision, current, previous };
    this.#log.add(change);
    for (const listener of this.#listeners) listener(change);
  }
}

function sortByKey(objects: ReadonlyMap<string, StoredObject>): StoredObject[] {
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored);
}
