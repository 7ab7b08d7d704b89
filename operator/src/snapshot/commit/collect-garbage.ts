import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import type { SnapshotIndex } from './index-object.ts';
import { SNAPSHOT_LABEL } from './parts.ts';

/** Younger Secrets may belong to a commit that is under way. */
const GRACE_MS = 30_000;

export interface Collected {
  readonly removed: number;
  /** Sections that the index names and whose Secrets are not all there. */
  readonly incomplete: readonly string[];
}

/** Removes Secrets of snapshots that no revision names any more, and finds those that are named and gone. */
export async function collectGarbage(options: {
  readonly api: Pick<KubernetesApi, 'list' | 'remove'>;
  readonly namespace: string;
  readonly index: SnapshotIndex;
  readonly nowMs: number;
}): Promise<Collected> {
  const { api, namespace, index, nowMs } = options;
  const labelSelector = `${SNAPSHOT_LABEL}=part`;
  const { items } = await api.list(SECRETS, { namespace, labelSelector });
  const named = new Set(Object.values(index.parts).flat());
  const stale = items.filter(({ metadata }) => {
    const age = nowMs - Date.parse(metadata.creationTimestamp ?? '');
    return !named.has(metadata.name) && age > GRACE_MS;
  });
  for (const { metadata } of stale) {
    await api.remove(SECRETS, { namespace, name: metadata.name });
  }
  const present = new Set(items.map(({ metadata }) => metadata.name));
  const incomplete = Object.entries(index.parts).flatMap(([digest, names]) =>
    names.every((name) => present.has(name)) ? [] : [digest],
  );
  return { removed: stale.length, incomplete };
}
