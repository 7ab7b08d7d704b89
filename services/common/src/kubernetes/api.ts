import type { KubernetesObject, ObjectRef, ResourceType } from './objects.ts';

export interface ListScope {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  /** Of lists alone: watches and caches take all. */
  readonly fieldSelector?: string | undefined;
}

export interface ObjectList {
  readonly items: readonly KubernetesObject[];
  readonly resourceVersion: string;
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubernetesObject;
}

export interface WatchOptions extends ListScope {
  /** Of the list that the watch goes on from. */
  readonly resourceVersion: string;
  readonly signal: AbortSignal;
}

export interface ApplyOptions {
  readonly fieldManager: string;
  /** `status` writes the status alone. */
  readonly subresource?: 'status';
}

export interface WriteOptions {
  /** Whose the written fields are; without it, the client's own name. */
  readonly fieldManager?: string;
  /** On: everything is checked and answered as it would be, and nothing is stored. */
  readonly dryRun?: boolean;
}

export interface RemovePreconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
  /** On: nothing is removed. */
  readonly dryRun?: boolean;
}

/**
 * The part of the Kubernetes API that we use. Every method rejects with a KubernetesError where the server refuses, and with the
 * network's own error where it can't be reached.
 */
export interface KubernetesApi {
  /** Everything in scope, as of one moment, read from the store itself and never from a stale cache. */
  list(type: ResourceType, scope: ListScope, signal?: AbortSignal): Promise<ObjectList>;
  /** Undefined where there is none. */
  get(type: ResourceType, ref: ObjectRef): Promise<KubernetesObject | undefined>;
  create(
    type: ResourceType,
    object: KubernetesObject,
    options?: WriteOptions,
  ): Promise<KubernetesObject>;
  /** With `metadata.resourceVersion`, refused (409 Conflict) where the object has changed since. */
  replace(
    type: ResourceType,
    object: KubernetesObject,
    options?: WriteOptions,
  ): Promise<KubernetesObject>;
  /** Server-side apply, forced: for fields that no one else owns. Creates what is absent. */
  apply(
    type: ResourceType,
    object: KubernetesObject,
    options: ApplyOptions,
  ): Promise<KubernetesObject>;
  /** Whether there was one. */
  remove(type: ResourceType, ref: ObjectRef, preconditions?: RemovePreconditions): Promise<boolean>;
  /** Calls back for each change until the server ends the stream (resolves) or it breaks (rejects). */
  watch(
    type: ResourceType,
    options: WatchOptions,
    onEvent: (event: WatchEvent) => void,
  ): Promise<void>;
  /** A document beside the resources, such as `/openid/v1/jwks`. */
  read(path: string): Promise<unknown>;
}
