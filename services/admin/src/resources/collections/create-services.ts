import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { CollectionService } from './collection-service.ts';
import type { Collection } from '../collection.ts';
import { ObjectWriter } from '../object-writer.ts';
import { SecretKeeper } from '../secret-keeper.ts';
import type { ObjectStore } from '../store.ts';
import type { WriteHooks } from '../write-hooks.ts';

export interface ServicesOptions {
  readonly collections: readonly Collection[];
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly store: ObjectStore;
  readonly hooks: WriteHooks;
  /** [0, 1). */
  readonly random: () => number;
}

/** The service of a kind's collection. Throws for a kind that has none. */
export type Services = (kind: KindDefinition) => CollectionService;

/** The services of all collections. All write through one writer. */
export function createServices(options: ServicesOptions): Services {
  const { collections, api, namespace, store, hooks, random } = options;
  const writer = new ObjectWriter({ store, hooks });
  const secrets = new SecretKeeper({ api, namespace, random });
  const byKind = new Map<string, CollectionService>();
  const serviceOf = (kind: string): CollectionService | undefined => byKind.get(kind);
  const parts = { store, writer, secrets, random, serviceOf };
  for (const collection of collections) {
    byKind.set(collection.kind.kind, new CollectionService(collection, parts));
  }
  return ({ kind }) => {
    const service = serviceOf(kind);
    if (!service) throw new Error(`${kind} has no collection`);
    return service;
  };
}
