import { readFile } from 'node:fs/promises';
import type { KubernetesApi, ListScope } from '@aicp/common/kubernetes/api';
import { describeError, isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { Informer, type InformerOptions } from '@aicp/common/kubernetes/informer';
import { withManagersOnly, type Change } from '@aicp/common/kubernetes/object-cache';
import type { KubernetesMetrics } from '@aicp/common/kubernetes/metrics';
import {
  apiVersionOf,
  CUSTOM_RESOURCE_DEFINITIONS,
  type KubernetesObject,
  type ResourceType,
} from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { KubeConfig, V1CustomResourceDefinitionVersion } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  Operator,
  ResourceEventType,
  ResourceMetaImpl,
  type OperatorLogger,
  type ResourceEvent,
  type ResourceMeta,
} from './dot-i.ts';

export const FIELD_MANAGER = 'aicp-operator';

export interface ControlPlaneOperatorOptions {
  readonly api: KubernetesApi;
  /** Without one, the base class has read the environment's. */
  readonly kubeConfig?: KubeConfig;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: KubernetesMetrics;
}

type WatchArguments = [
  group: string,
  version: string,
  plural: string,
  onEvent: (event: ResourceEvent) => Promise<void>,
  namespace?: string,
];

/** What is watched beyond the kinds of ours. */
export interface WatchOptions extends ListScope, Pick<InformerOptions, 'keep'> {
  readonly type: ResourceType;
  readonly onChange: (change: Change) => void;
}

const crdFile = z.object({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.object({
    group: z.string(),
    versions: z.array(z.custom<V1CustomResourceDefinitionVersion>()),
    names: z.object({ plural: z.string(), kind: z.string() }),
  }),
});

/**
 * The base class of `@dot-i/k8s-operator` on today's client: its lifecycle (`start`, `init`, `stop`), kubeconfig and logger are used
 * as they are. Its own watch ends the process on a quiet connection, and its writers build their URLs from a field that the client no
 * longer has, so each of those is replaced here (docs/adr/0002-dot-i-base-class.md).
 */
export abstract class ControlPlaneOperator extends Operator {
  protected readonly options: ControlPlaneOperatorOptions;
  private readonly informers: Informer[] = [];
  private readonly types = new Map<string, ResourceType>();
  private stopping: Promise<unknown> = Promise.resolve();

  constructor(options: ControlPlaneOperatorOptions) {
    super(plainLogger(options.log));
    this.options = options;
    if (options.kubeConfig) this.kubeConfig = options.kubeConfig;
  }

  /** Whether every cache has held everything at least once. */
  get hasSynced(): boolean {
    return this.informers.length > 0 && this.informers.every((informer) => informer.hasSynced);
  }

  /** Ends the watches. `stopped` resolves when they have ended. */
  override stop(): void {
    super.stop();
    this.stopping = Promise.all(this.informers.map((informer) => informer.stop()));
  }

  async stopped(): Promise<void> {
    await this.stopping;
  }

  /** Instead of a bare watch: an informer that survives whatever happens to its connection. */
  protected override watchResource(...args: WatchArguments): Promise<void> {
    const [group, version, plural, onEvent, namespace] = args;
    const type = { group, version, plural, kind: '' };
    const id = `${plural}.${apiVersionOf(type)}`;
    this.types.set(id, type);
    this.watch({
      type,
      namespace,
      keep: withManagersOnly,
      onChange: (change) => {
        onEvent(toEvent(id, change)).catch((error: unknown) => {
          this.logger.error(`handling ${id} ${change.key} failed: ${describeError(error)}`);
        });
      },
    });
    return Promise.resolve();
  }

  /** Watches what is no kind of ours. */
  protected watch(options: WatchOptions): void {
    const { api, clock, random, log, metrics } = this.options;
    const informer = new Informer({ api, clock, random, log, metrics, ...options });
    this.informers.push(informer);
    informer.start();
  }

  /** Writes the operator's own part of a status by server-side apply. Rejects where it can't, unlike the original. */
  override async setResourceStatus(meta: ResourceMeta, status: unknown): Promise<ResourceMeta> {
    const { name, namespace } = meta;
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
    const written = await this.options.api.apply(
      this.typeOf(meta),
      { apiVersion: meta.apiVersion, kind: meta.kind, metadata, status },
      { fieldManager: FIELD_MANAGER, subresource: 'status' },
    );
    return toMeta(meta.id, { ...meta, ...written });
  }

  /** The same: an apply leaves alone what others wrote. */
  override async patchResourceStatus(meta: ResourceMeta, status: unknown): Promise<ResourceMeta> {
    return await this.setResourceStatus(meta, status);
  }

  /** Replaces the finalizers of the very version that `meta` names; refused where the object has changed since. */
  protected override async setResourceFinalizers(
    meta: ResourceMeta,
    finalizers: string[],
  ): Promise<void> {
    const { api } = this.options;
    const type = this.typeOf(meta);
    const object = await api.get(type, meta);
    if (!object) return;
    const { resourceVersion } = meta;
    await api.replace(type, {
      ...object,
      metadata: { ...object.metadata, resourceVersion, finalizers },
    });
  }

  /** Creates a CRD from a file unless there is one of its name. */
  protected override async registerCustomResourceDefinition(crdFileName: string) {
    const content: unknown = parse(await readFile(crdFileName, 'utf8'));
    const { metadata, spec } = crdFile.parse(content);
    try {
      await this.options.api.create(CUSTOM_RESOURCE_DEFINITIONS, content as KubernetesObject);
      this.logger.info(`registered custom resource definition '${metadata.name}'`);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
    return { group: spec.group, versions: spec.versions, plural: spec.names.plural };
  }

  private typeOf(meta: ResourceMeta): ResourceType {
    const type = this.types.get(meta.id);
    if (!type) throw new Error(`${meta.id} is not watched`);
    return { ...type, kind: meta.kind };
  }
}

function toEvent(id: string, { object, previous }: Change): ResourceEvent {
  const present = previous ? ResourceEventType.Modified : ResourceEventType.Added;
  const shown = object ?? previous;
  return {
    meta: toMeta(id, shown),
    type: object ? present : ResourceEventType.Deleted,
    object: shown as unknown as ResourceEvent['object'],
  };
}

/** What the original makes of an object; lists of the API leave out what it insists on, so that is put back. */
export function toMeta(id: string, object: KubernetesObject | undefined): ResourceMeta {
  const [plural = ''] = id.split('.');
  const apiVersion = id.slice(plural.length + 1);
  const complete = { apiVersion, kind: plural, ...object };
  return ResourceMetaImpl.createWithId(
    id,
    complete as unknown as Parameters<typeof ResourceMetaImpl.createWithId>[1],
  );
}

const plainLogger = (log: Logger): OperatorLogger => ({
  debug: (message) => log.debug({ message }, 'operator'),
  info: (message) => log.info({ message }, 'operator'),
  warn: (message) => log.warn({ message }, 'operator'),
  error: (message) => log.error({ message }, 'operator'),
});
