import { isDeepStrictEqual } from 'node:util';
import type {
  ApplyOptions,
  KubernetesApi,
  ListScope,
  ObjectList,
  RemovePreconditions,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '../api.ts';
import { KubernetesError } from '../errors.ts';
import {
  apiVersionOf,
  keyOf,
  resourceName,
  type KubernetesObject,
  type ObjectRef,
  type ResourceType,
} from '../objects.ts';
import { matchesLabels } from './label-selector.ts';

interface Logged {
  readonly version: number;
  readonly resource: string;
  readonly event: WatchEvent;
}

interface Watcher {
  readonly resource: string;
  readonly options: WatchOptions;
  readonly onEvent: (event: WatchEvent) => void;
  readonly end: (error?: Error) => void;
}

export type Verb = 'list' | 'get' | 'create' | 'replace' | 'apply' | 'remove' | 'watch' | 'read';

export interface CallInfo {
  readonly verb: Verb;
  readonly resource: string;
  readonly name: string | undefined;
}

interface State {
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, KubernetesObject>>;
  readonly version: number;
}

/** A Kubernetes API in memory: versions, generations, watches and status as the real one keeps them, and faults at will. */
export class FakeKubernetes implements KubernetesApi {
  /** Every call so far. */
  readonly calls: CallInfo[] = [];
  /** Asked before each call; throw to refuse it, or wait to delay it. */
  intercept: (call: CallInfo) => Promise<void> | void = () => undefined;
  /** While on, watches stay open and hear nothing. */
  deaf = false;
  readonly documents = new Map<string, unknown>();
  private objects = new Map<string, Map<string, KubernetesObject>>();
  private version = 1;
  private oldest = 0;
  private log: Logged[] = [];
  private uids = 0;
  private readonly watchers = new Set<Watcher>();
  private readonly now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.now = now;
  }

  get openWatches(): number {
    return this.watchers.size;
  }

  async list(type: ResourceType, scope: ListScope, signal?: AbortSignal): Promise<ObjectList> {
    await this.called('list', type);
    signal?.throwIfAborted();
    return { items: this.inScope(type, scope), resourceVersion: String(this.version) };
  }

  async get(type: ResourceType, ref: ObjectRef): Promise<KubernetesObject | undefined> {
    await this.called('get', type, ref.name);
    return this.peek(type, ref);
  }

  async create(
    type: ResourceType,
    object: KubernetesObject,
    { dryRun }: WriteOptions = {},
  ): Promise<KubernetesObject> {
    await this.called('create', type, object.metadata.name);
    if (this.peek(type, object.metadata)) throw refusal(409, 'AlreadyExists', object);
    return dryRun ? object : this.put(type, object);
  }

  async replace(
    type: ResourceType,
    object: KubernetesObject,
    { dryRun }: WriteOptions = {},
  ): Promise<KubernetesObject> {
    await this.called('replace', type, object.metadata.name);
    const stored = this.peek(type, object.metadata);
    if (!stored) throw refusal(404, 'NotFound', object);
    const { resourceVersion } = object.metadata;
    if (resourceVersion !== undefined && resourceVersion !== stored.metadata.resourceVersion) {
      throw refusal(409, 'Conflict', object);
    }
    if (stored['immutable'] === true && !isDeepStrictEqual(stored['data'], object['data'])) {
      throw refusal(422, 'Invalid', object);
    }
    return dryRun ? object : this.put(type, object);
  }

  async apply(
    type: ResourceType,
    object: KubernetesObject,
    options: ApplyOptions,
  ): Promise<KubernetesObject> {
    await this.called('apply', type, object.metadata.name);
    const stored = this.peek(type, object.metadata);
    if (!options.subresource) {
      const metadata = { ...stored?.metadata, ...object.metadata };
      return this.put(type, { ...stored, ...object, metadata });
    }
    if (!stored) throw refusal(404, 'NotFound', object);
    return this.store(type, { ...stored, status: object['status'] });
  }

  async remove(
    type: ResourceType,
    ref: ObjectRef,
    preconditions: RemovePreconditions = {},
  ): Promise<boolean> {
    await this.called('remove', type, ref.name);
    const stored = this.peek(type, ref);
    if (!stored) return false;
    const { uid, resourceVersion } = preconditions;
    const asMeant =
      (uid ?? stored.metadata.uid) === stored.metadata.uid &&
      (resourceVersion ?? stored.metadata.resourceVersion) === stored.metadata.resourceVersion;
    if (!asMeant) throw refusal(409, 'Conflict', stored);
    if (preconditions.dryRun) return true;
    this.objects.get(resourceName(type))?.delete(keyOf(ref));
    this.version += 1;
    const metadata = { ...stored.metadata, resourceVersion: String(this.version) };
    this.tell(type, { type: 'DELETED', object: { ...stored, metadata } });
    return true;
  }

  async watch(
    type: ResourceType,
    options: WatchOptions,
    onEvent: (event: WatchEvent) => void,
  ): Promise<void> {
    await this.called('watch', type);
    options.signal.throwIfAborted();
    const from = Number(options.resourceVersion);
    if (from < this.oldest) throw new KubernetesError({ status: 410, message: 'too old' });
    await new Promise<void>((resolve, reject) => {
      const watcher: Watcher = {
        resource: resourceName(type),
        options,
        onEvent,
        end: (error) => {
          this.watchers.delete(watcher);
          options.signal.removeEventListener('abort', abort);
          if (error) reject(error);
          else resolve();
        },
      };
      const abort = (): void => {
        watcher.end(options.signal.reason as Error);
      };
      options.signal.addEventListener('abort', abort);
      this.watchers.add(watcher);
      for (const logged of this.log) if (logged.version > from) deliver(watcher, logged);
    });
  }

  async read(path: string): Promise<unknown> {
    await this.called('read', { group: '', version: '', plural: path, kind: '' });
    if (!this.documents.has(path)) throw new KubernetesError({ status: 404, message: path });
    return this.documents.get(path);
  }

  /** What is stored, without a call. */
  peek(type: ResourceType, ref: ObjectRef): KubernetesObject | undefined {
    return this.objects.get(resourceName(type))?.get(keyOf(ref));
  }

  /** All that is stored of a resource, without a call. */
  all(type: ResourceType): KubernetesObject[] {
    return this.inScope(type, {});
  }

  /** Writes as a user would: creates, or replaces whatever is there, keeping its status. */
  put(type: ResourceType, object: KubernetesObject): KubernetesObject {
    const stored = this.peek(type, object.metadata);
    if (!stored) return this.store(type, { ...object, metadata: this.born(object.metadata) });
    const specChanged = !isDeepStrictEqual(stored['spec'], object['spec']);
    const { uid, creationTimestamp, generation = 1 } = stored.metadata;
    return this.store(type, {
      ...object,
      ...('status' in stored ? { status: stored['status'] } : {}),
      metadata: {
        ...object.metadata,
        ...(uid === undefined ? {} : { uid }),
        ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
        generation: specChanged ? generation + 1 : generation,
      },
    });
  }

  /** Ends every watch: cleanly, or with an error. */
  endWatches(error?: Error): void {
    for (const watcher of [...this.watchers]) watcher.end(error);
  }

  /** Forgets the changes so far: a watch from an older version is 410. */
  compact(): void {
    this.log = [];
    this.oldest = this.version;
  }

  /** The state now, to go back to. */
  backup(): State {
    const objects = [...this.objects].map(([name, byKey]) => [name, new Map(byKey)] as const);
    return { objects: new Map(objects), version: this.version };
  }

  /** Goes back to a former state, as a store restored from a backup does; watches break. */
  restore(state: State): void {
    const objects = [...state.objects].map(([name, byKey]) => [name, new Map(byKey)] as const);
    this.objects = new Map(objects);
    this.version = state.version;
    this.log = this.log.filter((logged) => logged.version <= state.version);
    this.endWatches(new Error('connection reset'));
  }

  private born(metadata: KubernetesObject['metadata']): KubernetesObject['metadata'] {
    this.uids += 1;
    const creationTimestamp = new Date(this.now()).toISOString();
    return { uid: `uid-${this.uids}`, creationTimestamp, ...metadata, generation: 1 };
  }

  private store(type: ResourceType, object: KubernetesObject): KubernetesObject {
    const resource = resourceName(type);
    const byKey = this.objects.get(resource) ?? new Map<string, KubernetesObject>();
    this.objects.set(resource, byKey);
    const key = keyOf(object.metadata);
    const stored = byKey.get(key);
    const plain = (value: KubernetesObject | undefined): unknown =>
      value && { ...value, metadata: { ...value.metadata, resourceVersion: '' } };
    if (stored && isDeepStrictEqual(plain(stored), plain(object))) return stored;
    this.version += 1;
    const written: KubernetesObject = {
      apiVersion: apiVersionOf(type),
      kind: type.kind,
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(this.version) },
    };
    byKey.set(key, written);
    this.tell(type, { type: stored ? 'MODIFIED' : 'ADDED', object: written });
    return written;
  }

  private tell(type: ResourceType, event: WatchEvent): void {
    const logged = { version: this.version, resource: resourceName(type), event };
    this.log.push(logged);
    if (this.deaf) return;
    for (const watcher of this.watchers) deliver(watcher, logged);
  }

  private inScope(type: ResourceType, scope: ListScope): KubernetesObject[] {
    const all = [...(this.objects.get(resourceName(type))?.values() ?? [])];
    return all.filter((object) => isInScope(object, scope));
  }

  private async called(verb: Verb, type: ResourceType, name?: string): Promise<void> {
    const call = { verb, resource: resourceName(type), name };
    this.calls.push(call);
    await this.intercept(call);
    // A server is never so fast that an answer comes within the same turn.
    await Promise.resolve();
  }
}

function deliver(watcher: Watcher, logged: Logged): void {
  if (watcher.resource !== logged.resource) return;
  if (isInScope(logged.event.object, watcher.options)) watcher.onEvent(logged.event);
}

const isInScope = (object: KubernetesObject, scope: ListScope): boolean =>
  (scope.namespace === undefined || scope.namespace === object.metadata.namespace) &&
  matchesLabels(object.metadata.labels ?? {}, scope.labelSelector);

const refusal = (status: number, reason: string, object: KubernetesObject): KubernetesError =>
  new KubernetesError({ status, reason, message: `${object.metadata.name}: ${reason}` });
