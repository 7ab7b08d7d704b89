import type { Api } from '../api.ts';
import { phaseOf } from '../resources/namespace.ts';
import type { StoredObject } from '../store/stored-object.ts';
import type { BackgroundWork } from './background-work.ts';
import { removeObject } from './remove-object.ts';

const isTerminating = (namespace: StoredObject | undefined): boolean =>
  namespace !== undefined && phaseOf(namespace.object) === 'Terminating';

/** Empties namespaces whose deletion was asked for, and removes them once nothing is left in them. */
export class NamespaceReaper {
  readonly #api: Api;
  readonly #work: BackgroundWork;
  readonly #unsubscribe: () => void;

  constructor(api: Api, work: BackgroundWork) {
    this.#api = api;
    this.#work = work;
    for (const namespace of api.store.list('namespaces')) this.#reapLater(namespace.name);
    this.#unsubscribe = api.store.subscribe(({ type, current }) => {
      if (current.storage === 'namespaces' && type !== 'DELETED') this.#reapLater(current.name);
      else if (type === 'DELETED' && current.namespace) this.#reapLater(current.namespace);
    });
  }

  close(): void {
    this.#unsubscribe();
  }

  #reapLater(name: string): void {
    if (!isTerminating(this.#api.store.get('namespaces', '', name))) return;
    this.#work.add(() => {
      this.#reap(name);
    });
  }

  #reap(name: string): void {
    const namespace = this.#api.store.get('namespaces', '', name);
    if (!namespace || !isTerminating(namespace)) return;
    const contents = this.#api.registry
      .namespacedStorages()
      .flatMap((storage) => this.#api.store.list(storage, name));
    for (const stored of contents) {
      if (!stored.object.metadata.deletionTimestamp) removeObject(this.#api, stored);
    }
    if (contents.length === 0) this.#api.store.remove(namespace);
  }
}
