import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { CONFIG_MAPS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import { compareManifests } from '@aicp/contracts/snapshot/manifest';
import {
  EMPTY_INDEX,
  INDEX_NAME,
  pinOf,
  readIndex,
  withIndex,
  type SnapshotIndex,
} from './index-object.ts';
import type { Position } from './next-index.ts';
import { sectionDigests } from './next-index.ts';
import { writeParts } from './parts.ts';
import type { SectionStore } from './section-store.ts';

export interface CommittedIndexOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  readonly store: SectionStore;
  readonly log: Logger;
}

/**
 * The leader's copy of the index, and the only way to replace it: always the version that was read or written last, so that a leader
 * that was deposed meanwhile is refused by the API server.
 */
export class CommittedIndex {
  private readonly options: CommittedIndexOptions;
  private object: KubernetesObject | undefined;
  private value: SnapshotIndex = EMPTY_INDEX;
  private fresh = false;
  private seen: Position | undefined;

  constructor(options: CommittedIndexOptions) {
    this.options = options;
  }

  get index(): SnapshotIndex {
    return this.value;
  }

  /** What a person pinned. */
  get pin(): number | 'unreadable' | undefined {
    return pinOf(this.object);
  }

  get isFresh(): boolean {
    return this.fresh;
  }

  /** The furthest revision that this process ever saw committed: a store that was set back is behind it. */
  get furthest(): Position | undefined {
    return this.seen;
  }

  /** Takes note of the index as a watch tells of it: a version that is not the last one known has to be read anew. */
  noticed(object: KubernetesObject | undefined): void {
    if (object?.metadata.resourceVersion !== this.object?.metadata.resourceVersion) this.distrust();
  }

  /** Has the index read anew before anything is concluded from it. */
  distrust(): void {
    this.fresh = false;
  }

  /** Reads the index from the API server itself, and the sections that it names. */
  async read(): Promise<void> {
    const { api, namespace, store, log } = this.options;
    const object = await api.get(CONFIG_MAPS, { namespace, name: INDEX_NAME });
    const index = object ? readIndex(object) : EMPTY_INDEX;
    if (!index) log.error({ name: INDEX_NAME }, 'snapshot_index_unreadable');
    const missing = await store.load(api, namespace, index ?? EMPTY_INDEX);
    if (missing.length > 0) log.info({ sections: missing.length }, 'snapshot_sections_missing');
    this.take(object, index ?? EMPTY_INDEX);
    this.forgetParts(missing);
  }

  /** Has these sections written anew with the next commit. */
  forgetParts(digests: readonly string[]): void {
    if (digests.length === 0) return;
    const gone = new Set(digests);
    const parts = Object.entries(this.value.parts).filter(([digest]) => !gone.has(digest));
    this.value = { ...this.value, parts: Object.fromEntries(parts) };
  }

  /** Writes the sections that are new, then the index. Rejects with a conflict where somebody else wrote it since. */
  async commit(next: SnapshotIndex): Promise<void> {
    const { api, namespace } = this.options;
    try {
      const complete = { ...next, parts: { ...next.parts, ...(await this.writeSections(next)) } };
      const object = withIndex(namespace, this.object, complete);
      const written = this.object
        ? await api.replace(CONFIG_MAPS, object)
        : await api.create(CONFIG_MAPS, object);
      this.take(written, complete);
    } catch (error) {
      // A write that failed may have been done all the same.
      this.distrust();
      throw error;
    }
  }

  /** Whether the committed revision has sections that no Secret is known to hold. */
  get isIncomplete(): boolean {
    return this.unwritten(this.value).length > 0;
  }

  private take(object: KubernetesObject | undefined, index: SnapshotIndex): void {
    this.object = object;
    this.value = index;
    this.fresh = true;
    const [current] = index.history;
    if (current && (!this.seen || compareManifests(current, this.seen) > 0)) {
      this.seen = { epoch: current.epoch, revision: current.revision };
    }
  }

  private async writeSections(next: SnapshotIndex): Promise<SnapshotIndex['parts']> {
    const { api, namespace, store } = this.options;
    const entries = this.unwritten(next).map(async (digest) => {
      const bytes = store.bytes(digest);
      if (bytes === undefined) throw new Error(`the bytes of section ${digest} are gone`);
      return [digest, await writeParts(api, namespace, bytes)] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  private unwritten({ history, parts }: SnapshotIndex): string[] {
    return [...new Set(sectionDigests(history.slice(0, 1)))].filter((digest) => !parts[digest]);
  }
}

/** The digests of compiled sections; their bytes are remembered under them. */
export function digestsOf(
  compiled: {
    readonly sections: Readonly<Record<string, string>>;
    readonly fragments: ReadonlyMap<string, Parameters<SectionStore['add']>[1]>;
  },
  store: SectionStore,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(compiled.sections).map(([name, bytes]) => {
      return [name, store.add(bytes, compiled.fragments.get(name))];
    }),
  );
}
