import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { somebody as somebodyWithout } from '@aicp/api-kit/route/testing/route-context';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal, Role } from '@aicp/api-kit/access/principal';
import { collectionsOn } from '../../kinds/collections.ts';
import type { Body, CollectionService } from '../collections/collection-service.ts';
import { createServices, type Services } from '../collections/create-services.ts';
import { ObjectStore } from '../store.ts';
import { typeOf, type StoredObject } from '../stored-object.ts';
import type { PlannedChange, WriteContext, WriteHooks, WriteResult } from '../write-hooks.ts';
import { expect } from 'vitest';

export { contextOf } from '@aicp/api-kit/route/testing/route-context';

export const NAMESPACE = 'aicp';

/** Hooks that remember what they were told. */
export class RecordingHooks implements WriteHooks {
  readonly planned: PlannedChange[] = [];
  readonly settled: WriteResult[] = [];

  async before(change: PlannedChange) {
    this.planned.push(change);
    return Promise.resolve({
      annotations: change.after ? { 'test/intent': String(this.planned.length) } : {},
      settle: async (result: WriteResult) => {
        this.settled.push(result);
        return Promise.resolve();
      },
    });
  }
}

/** Services over a Kubernetes API in memory. */
export interface ResourceFixture extends AsyncDisposable {
  readonly api: FakeKubernetes;
  readonly store: ObjectStore;
  readonly hooks: RecordingHooks;
  readonly services: Services;
  /** Writes an object as a person does, and waits until the caches show it. */
  put(
    kind: string,
    name: string,
    spec: object,
    metadata?: Partial<KubernetesObject['metadata']>,
  ): Promise<StoredObject>;
  /** What is stored. */
  peek(kind: string, name: string): StoredObject | undefined;
}

export async function resourceFixture(): Promise<ResourceFixture> {
  const api = new FakeKubernetes();
  const hooks = new RecordingHooks();
  const store = new ObjectStore({
    api,
    namespace: NAMESPACE,
    kinds,
    clock: systemClock,
    random: Math.random,
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
  });
  store.start();
  await until('the caches are full', () => store.hasSynced && api.openWatches === kinds.length);
  const { random } = Math;
  const collections = collectionsOn(store);
  const services = createServices({
    collections,
    api,
    namespace: NAMESPACE,
    store,
    hooks,
    random,
  });
  return {
    api,
    store,
    hooks,
    services,
    put: async (kind, name, spec, metadata = {}) => {
      const definition = kindNamed(kind);
      const written = api.put(typeOf(definition), {
        metadata: { name, namespace: NAMESPACE, ...metadata },
        spec,
      });
      const { resourceVersion } = written.metadata;
      await until(`${kind} ${name} is cached`, () =>
        store
          .list(definition)
          .some((object) => object.metadata.resourceVersion === resourceVersion),
      );
      return written as StoredObject;
    },
    peek: (kind, name) =>
      api.peek(typeOf(kindNamed(kind)), { name, namespace: NAMESPACE }) as StoredObject | undefined,
    [Symbol.asyncDispose]: () => store.stop(),
  };
}

/** Somebody with a role and what it permits: of acme, but for the platform's administrator. */
export const somebody = (role: Role, more: Partial<Principal> = {}): Principal =>
  somebodyWithout(role, { permissions: permissionsOf(role), ...more });

/** The error that something rejects with. */
export async function problem(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Record<string, unknown>;
}

/** Changes an object as it is now. */
export const change = async (
  service: CollectionService,
  context: WriteContext,
  id: string,
  body: Body,
): Promise<StoredObject> => service.update(context, await service.get(context, id), body);

/** Deletes an object as it is now. */
export async function remove(
  service: CollectionService,
  context: WriteContext,
  id: string,
): Promise<void> {
  await service.remove(context, await service.get(context, id));
}
