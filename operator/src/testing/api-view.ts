import type {
  ApplyOptions,
  KubernetesApi,
  ListScope,
  ObjectList,
  RemovePreconditions,
  WatchEvent,
  WatchOptions,
} from '@aicp/common/kubernetes/api';
import type { KubernetesObject, ObjectRef, ResourceType } from '@aicp/common/kubernetes/objects';

/** How one process sees the API: it may be cut off from it, and its writes may be held up. */
export class ApiView implements KubernetesApi {
  private readonly api: KubernetesApi;
  private readonly watches = new Set<AbortController>();
  private isCut = false;
  /** Waited for before each replacement of an object of this kind. */
  holdReplace: (type: ResourceType, object: KubernetesObject) => Promise<void> = () =>
    Promise.resolve();

  constructor(api: KubernetesApi) {
    this.api = api;
  }

  /** Resets every connection; no new one comes about until `mend`. */
  cut(): void {
    this.isCut = true;
    for (const watch of this.watches) watch.abort(new TypeError('terminated'));
  }

  mend(): void {
    this.isCut = false;
  }

  async list(type: ResourceType, scope: ListScope, signal?: AbortSignal): Promise<ObjectList> {
    return await this.through(() => this.api.list(type, scope, signal));
  }

  async get(type: ResourceType, ref: ObjectRef): Promise<KubernetesObject | undefined> {
    return await this.through(() => this.api.get(type, ref));
  }

  async create(type: ResourceType, object: KubernetesObject): Promise<KubernetesObject> {
    return await this.through(() => this.api.create(type, object));
  }

  async replace(type: ResourceType, object: KubernetesObject): Promise<KubernetesObject> {
    await this.holdReplace(type, object);
    return await this.through(() => this.api.replace(type, object));
  }

  async apply(
    type: ResourceType,
    object: KubernetesObject,
    options: ApplyOptions,
  ): Promise<KubernetesObject> {
    return await this.through(() => this.api.apply(type, object, options));
  }

  async remove(
    type: ResourceType,
    ref: ObjectRef,
    preconditions?: RemovePreconditions,
  ): Promise<boolean> {
    return await this.through(() => this.api.remove(type, ref, preconditions));
  }

  async watch(
    type: ResourceType,
    options: WatchOptions,
    onEvent: (event: WatchEvent) => void,
  ): Promise<void> {
    const cut = new AbortController();
    this.watches.add(cut);
    const signal = AbortSignal.any([options.signal, cut.signal]);
    try {
      await this.through(() => this.api.watch(type, { ...options, signal }, onEvent));
    } finally {
      this.watches.delete(cut);
    }
  }

  async read(path: string): Promise<unknown> {
    return await this.through(() => this.api.read(path));
  }

  private async through<T>(call: () => Promise<T>): Promise<T> {
    this.check('fetch failed');
    const answer = await call();
    // What was cut while a request was under way may have been done, but nobody hears of it.
    this.check('terminated');
    return answer;
  }

  private check(message: string): void {
    if (this.isCut) throw new TypeError(message);
  }
}
