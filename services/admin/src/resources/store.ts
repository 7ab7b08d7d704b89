import { Problem } from '@aicp/common/errors/problem';
import type { KubernetesApi, WriteOptions } from '@aicp/common/kubernetes/api';
import { Informer } from '@aicp/common/kubernetes/informer';
import { withManagersOnly, type Change } from '@aicp/common/kubernetes/object-cache';
import type { KubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { API_VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import { CacheWaiters, hasReached } from './cache-waiters.ts';
import { conditionsAreKnown } from './conditions-are-known.ts';
import { KindCache } from './kind-cache.ts';
import { asStored, typeOf, type StoredObject } from './stored-object.ts';

/** Whose the fields are that this service writes. */
const FIELD_MANAGER = 'aicp-admin';

export interface StoreOptions {
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly kinds: readonly KindDefinition[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: KubernetesMetrics;
}

/** An object to be written: the server fills in the rest. */
export type Draft = KubernetesObject & { readonly spec: Readonly<Record<string, unknown>> };

/** Whether a write is only tried. */
type Attempt = Pick<WriteOptions, 'dryRun'>;

/** A change of an object that the caches have seen: `object` is undefined for a deletion, `previous` for an addition. */
export interface SeenChange {
  readonly kind: string;
  readonly object: StoredObject | undefined;
  readonly previous: StoredObject | undefined;
}

interface Cached {
  readonly informer: Informer;
  readonly cache: KindCache;
  readonly waiters: CacheWaiters;
}

/**
 * Desired state: read from caches that follow the Kubernetes API, written through it. A write returns when the cache shows it. Errors are
 * the Kubernetes client's own.
 */
export class ObjectStore {
  private readonly options: StoreOptions;
  private readonly caches: ReadonlyMap<string, Cached>;
  private readonly listeners: ((change: SeenChange) => void)[] = [];

  constructor(options: StoreOptions) {
    this.options = options;
    this.caches = new Map(options.kinds.map((kind) => [kind.kind, this.follow(kind)]));
  }

  /** Where all objects are. */
  get namespace(): string {
    return this.options.namespace;
  }

  start(): void {
    for (const { informer } of this.caches.values()) informer.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.caches.values()].map(({ informer }) => informer.stop()));
  }

  /** Whether every cache held everything at least once. */
  get hasSynced(): boolean {
    return [...this.caches.values()].every(({ informer }) => informer.hasSynced);
  }

  /** Calls a listener at each change from now on, after the cache shows it; not for what is read first. */
  listen(listener: (change: SeenChange) => void): void {
    this.listeners.push(listener);
  }

  /** All objects of a kind, by name. The same array until one changes. Throws a Problem (503) before they were read once. */
  list(kind: KindDefinition): readonly StoredObject[] {
    return this.filled(kind).list();
  }

  /**
   * The cached object with this id or slug; of several with one slug, the first that is `wanted`. Throws a Problem (503) before they
   * were read once.
   */
  find(
    kind: KindDefinition,
    id: string,
    wanted: (object: StoredObject) => boolean = () => true,
  ): StoredObject | undefined {
    return this.filled(kind).find(id, wanted);
  }

  /** The object as the Kubernetes API has it now, managedFields included. */
  async read(kind: KindDefinition, name: string): Promise<StoredObject | undefined> {
    const { api, namespace } = this.options;
    const object = await api.get(typeOf(kind), { namespace, name });
    return object && asStored(kind, object);
  }

  async create(kind: KindDefinition, draft: Draft, attempt: Attempt = {}): Promise<StoredObject> {
    const object = this.dressed(kind, draft);
    const options = { fieldManager: FIELD_MANAGER, ...attempt };
    const written = await this.options.api.create(typeOf(kind), object, options);
    return await this.seen(kind, asStored(kind, written), attempt);
  }

  /** Refused (409 Conflict) where the object has changed since the draft's resourceVersion. */
  async replace(kind: KindDefinition, draft: Draft, attempt: Attempt = {}): Promise<StoredObject> {
    const object = this.dressed(kind, draft);
    const options = { fieldManager: FIELD_MANAGER, ...attempt };
    const written = await this.options.api.replace(typeOf(kind), object, options);
    return await this.seen(kind, asStored(kind, written), attempt);
  }

  /**
   * An object that was written, once its conditions say what became of that write; after two seconds, as it is then. Where it is
   * deleted meanwhile, as it was written.
   */
  async withConditions(kind: KindDefinition, written: StoredObject): Promise<StoredObject> {
    const { cache, waiters } = this.of(kind);
    const { name, uid, generation = 0, resourceVersion } = written.metadata;
    const now = (): StoredObject | undefined => {
      const cached = cache.named(name);
      return cached?.metadata.uid === uid ? cached : undefined;
    };
    // Not even the write itself was seen in time: there is nothing newer to see.
    if (!hasReached(now()?.metadata.resourceVersion, resourceVersion)) return written;
    await waiters.until(() => {
      const object = now();
      return object === undefined || conditionsAreKnown(object, generation);
    });
    return now() ?? written;
  }

  /** Removes just this object; refused (409 Conflict) where another took its name or it has changed. */
  async remove(kind: KindDefinition, object: StoredObject, attempt: Attempt = {}): Promise<void> {
    const { name, uid, resourceVersion } = object.metadata;
    await this.options.api.remove(
      typeOf(kind),
      { namespace: this.options.namespace, name },
      {
        ...(uid === undefined ? {} : { uid }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
        ...attempt,
      },
    );
    if (attempt.dryRun) return;
    const { cache, waiters } = this.of(kind);
    await waiters.until(() => cache.named(name)?.metadata.uid !== uid);
  }

  private async seen(
    kind: KindDefinition,
    written: StoredObject,
    { dryRun }: Attempt,
  ): Promise<StoredObject> {
    if (dryRun) return written;
    const { cache, waiters } = this.of(kind);
    const { name, resourceVersion } = written.metadata;
    await waiters.until(() =>
      hasReached(cache.named(name)?.metadata.resourceVersion, resourceVersion),
    );
    return written;
  }

  private dressed(kind: KindDefinition, draft: Draft): KubernetesObject {
    const metadata = { ...draft.metadata, namespace: this.options.namespace };
    return { ...draft, apiVersion: API_VERSION, kind: kind.kind, metadata };
  }

  private follow(kind: KindDefinition): Cached {
    const { api, namespace, clock, random, log, metrics } = this.options;
    const waiters = new CacheWaiters(clock);
    const cache = new KindCache(kind);
    const onChange = (change: Change): void => {
      const object = change.object && asStored(kind, change.object);
      const previous = change.previous && asStored(kind, change.previous);
      cache.change(object, previous);
      waiters.changed();
      if (!informer.hasSynced) return;
      for (const listener of this.listeners) listener({ kind: kind.kind, object, previous });
    };
    const informer = new Informer({
      api,
      namespace,
      clock,
      random,
      log,
      metrics,
      onChange,
      type: typeOf(kind),
      keep: withManagersOnly,
    });
    return { informer, cache, waiters };
  }

  /** An empty list would look like a true one. */
  private filled(kind: KindDefinition): KindCache {
    const { informer, cache } = this.of(kind);
    if (informer.hasSynced) return cache;
    const detail = `Objects of kind ${kind.kind} have not been read from the Kubernetes API yet: try again in a moment.`;
    throw new Problem(503, detail, { headers: { 'Retry-After': '1' } });
  }

  private of(kind: KindDefinition): Cached {
    const cached = this.caches.get(kind.kind);
    if (!cached) throw new Error(`no cache of ${kind.kind}`);
    return cached;
  }
}
