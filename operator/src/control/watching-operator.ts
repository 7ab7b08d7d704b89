import {
  CONFIG_MAPS,
  CUSTOM_RESOURCE_DEFINITIONS,
  ENDPOINT_SLICES,
  SECRETS,
  type KubernetesObject,
} from '@aicp/common/kubernetes/objects';
import { API_VERSION, GROUP, VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import { crdName } from '@aicp/crds/kit/manifest';
import { INDEX_NAME } from '../snapshot/commit/index-object.ts';
import { SNAPSHOT_LABEL } from '../snapshot/commit/parts.ts';
import { SERVICE_LABEL } from '../snapshot/acks/replicas.ts';
import { keepOfSecret, type Caches } from './caches.ts';
import {
  ControlPlaneOperator,
  toMeta,
  type ControlPlaneOperatorOptions,
} from './control-plane-operator.ts';
import type { Status } from './status.ts';

export interface WatchingOperatorOptions extends ControlPlaneOperatorOptions {
  readonly namespace: string;
  readonly kinds: readonly KindDefinition[];
  readonly caches: Caches;
  /** Something changed that a snapshot may depend on. */
  readonly onInput: () => void;
  /** An object of ours changed in any way. */
  readonly onObject: (kind: string, name: string) => void;
  /** Told of every change of an object of ours, with the object as it is; undefined where it is gone. */
  readonly observe: (kind: string, name: string, object: KubernetesObject | undefined) => void;
  /** The committed index changed; undefined where it is gone. */
  readonly onIndex: (index: KubernetesObject | undefined) => void;
}

/** Watches everything that a snapshot is made from, and keeps the caches true. */
export class WatchingOperator extends ControlPlaneOperator {
  private readonly watching: WatchingOperatorOptions;

  constructor(options: WatchingOperatorOptions) {
    super(options);
    this.watching = options;
  }

  /** Writes an object's status. */
  async writeStatus(kind: string, object: KubernetesObject, status: Status): Promise<void> {
    const definition = this.watching.kinds.find((known) => known.kind === kind);
    if (!definition) throw new Error(`no kind ${kind} is watched`);
    const meta = toMeta(`${definition.plural}.${API_VERSION}`, { ...object, kind });
    await this.patchResourceStatus(meta, status);
  }

  protected override async init(): Promise<void> {
    await Promise.all(this.watching.kinds.map((kind) => this.watchKind(kind)));
    this.watchSecrets();
    this.watchIndex();
    this.watchReplicas();
    this.watchCrds();
  }

  private async watchKind({ kind, plural }: KindDefinition): Promise<void> {
    const { caches, namespace, onInput, onObject, observe } = this.watching;
    const onEvent = (name: string, object: KubernetesObject | undefined): void => {
      if (caches.takeObject(kind, name, object)) onInput();
      onObject(kind, name);
      observe(kind, name, object);
    };
    await this.watchResource(
      GROUP,
      VERSION,
      plural,
      ({ type, meta, object }) => {
        const isGone = type.toString() === 'DELETED';
        onEvent(meta.name, isGone ? undefined : (object as unknown as KubernetesObject));
        return Promise.resolve();
      },
      namespace,
    );
  }

  /** The Secrets that people write; those of the snapshots are read by name. */
  private watchSecrets(): void {
    const { caches, namespace, onInput } = this.watching;
    this.watch({
      type: SECRETS,
      namespace,
      labelSelector: `!${SNAPSHOT_LABEL}`,
      keep: keepOfSecret,
      onChange: (change) => {
        if (caches.takeSecret(change)) onInput();
      },
    });
  }

  private watchIndex(): void {
    const { namespace, onIndex } = this.watching;
    this.watch({
      type: CONFIG_MAPS,
      namespace,
      labelSelector: `${SNAPSHOT_LABEL}=index`,
      onChange: ({ object, previous }) => {
        if ((object ?? previous)?.metadata.name === INDEX_NAME) onIndex(object);
      },
    });
  }

  private watchReplicas(): void {
    const { caches, namespace, onInput } = this.watching;
    this.watch({
      type: ENDPOINT_SLICES,
      namespace,
      labelSelector: SERVICE_LABEL,
      onChange: (change) => {
        caches.takeSlice(change);
        onInput();
      },
    });
  }

  private watchCrds(): void {
    const { caches, kinds, onInput } = this.watching;
    const names = new Set(kinds.map(crdName));
    this.watch({
      type: CUSTOM_RESOURCE_DEFINITIONS,
      keep: (crd) => (names.has(crd.metadata.name) ? crd : undefined),
      onChange: (change) => {
        caches.takeCrd(change);
        onInput();
      },
    });
  }
}
