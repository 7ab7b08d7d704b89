import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { kindNamed, kinds } from '@aicp/crds/kinds';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { permissionsOf } from '../../access/permissions.ts';
import type { Principal, Role } from '../../access/principal.ts';
import type { RouteContext } from '../../http/route.ts';
import { createServices, type Services } from '../create-services.ts';
import { ObjectStore } from '../store.ts';
import { typeOf, type StoredObject } from '../stored-object.ts';
import type { PlannedChange, WriteHooks, WriteResult } from '../write-hooks.ts';

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
    ...{ api, namespace: NAMESPACE, kinds, clock: systemClock, random: Math.random },
    log: recordingLog().log,
    metrics: freshMetrics().metrics,
  });
  store.start();
  await until('the caches are full', () => store.hasSynced && api.openWatches === kinds.length);
  const { random } = Math;
  const services = createServices({ api, namespace: NAMESPACE, store, hooks, random });
  return {
    ...{ api, store, hooks, services },
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

/** Somebody with a role; of the organization `acme` unless he is of the platform or told otherwise. */
export function somebody(role: Role, more: Partial<Principal> = {}): Principal {
  return {
    kind: 'key',
    subject: `a-${role}`,
    role,
    organizationId: role === 'platform_admin' ? undefined : 'acme',
    teamIds: [],
    permissions: permissionsOf(role),
    ...more,
  };
}

/** What a route's handler is given. */
export function contextOf(
  principal: Principal,
  more: Partial<RouteContext> & { readonly url?: string } = {},
): RouteContext {
  const { url = '/', ...rest } = more;
  return {
    principal,
    params: {},
    query: {},
    body: undefined,
    requestId: 'request-1',
    ip: '127.0.0.1',
    source: 'api',
    dryRun: false,
    ifMatch: undefined,
    request: { originalUrl: url } as unknown as RouteContext['request'],
    ...rest,
  };
}
