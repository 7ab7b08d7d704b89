import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { CollectionService } from './collection-service.ts';
import type { Collection } from './collection.ts';
import { ObjectWriter } from './object-writer.ts';
import { SecretKeeper } from './secret-keeper.ts';
import type { ObjectStore } from './store.ts';
import type { WriteHooks } from './write-hooks.ts';

export interface ServicesOptions {
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly store: ObjectStore;
  readonly hooks: WriteHooks;
  /** [0, 1). */
  readonly random: () => number;
}

/** The services of collections, by the collection. All write through one writer. */
export type Services = (collection: Collection) => CollectionService;

export function createServices(options: ServicesOptions): Services {
  const { api, namespace, store, hooks, random } = options;
  const writer = new ObjectWriter({ store, hooks });
  const secrets = new SecretKeeper({ api, namespace, random });
  const byKind = new Map<string, CollectionService>();
  const serviceOf = (kind: string): CollectionService | undefined => byKind.get(kind);
  const parts = { store, writer, secrets, random, serviceOf };
  return (collection) => {
    const service = new CollectionService(collection, parts);
    // A kind's own collection comes before those that show only a part of its objects.
    if (!byKind.has(collection.kind.kind)) byKind.set(collection.kind.kind, service);
    return service;
  };
}
