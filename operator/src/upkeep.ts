import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { MOST_PARTS, writeBootCopy } from './snapshot/commit/boot-copy.ts';
import { collectGarbage } from './snapshot/commit/collect-garbage.ts';
import type { CommittedIndex } from './snapshot/commit/committed-index.ts';
import type { SnapshotFeed } from './snapshot/serve/feed.ts';

export interface UpkeepParts {
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly fieldManager: string;
  readonly committed: CommittedIndex;
  readonly feed: Pick<SnapshotFeed, 'current'>;
  readonly isLeader: () => boolean;
  /** The services whose pods may want to start from a copy. */
  readonly installed: () => Iterable<string>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * What has to be done now and then, and must not hold up a change: the copies that pods start from, and the Secrets that no revision
 * names any more. Gives whether the present revision lost Secrets, which the next round of the loop writes anew.
 */
export async function upkeep(parts: UpkeepParts): Promise<boolean> {
  const { api, namespace, committed, feed, isLeader, installed, clock, log } = parts;
  if (!isLeader() || !committed.isFresh) return false;
  for (const service of installed()) {
    const snapshot = feed.current(service);
    if (snapshot) await keepBootCopy(parts, service, snapshot);
  }
  const { index } = committed;
  const { removed, incomplete } = await collectGarbage({
    api,
    namespace,
    index,
    nowMs: clock.now(),
  });
  if (removed > 0) log.debug({ removed }, 'old_snapshots_removed');
  committed.forgetParts(incomplete);
  return committed.isIncomplete;
}

async function keepBootCopy(
  parts: UpkeepParts,
  service: string,
  snapshot: StoredSnapshot,
): Promise<void> {
  const outcome = await writeBootCopy(parts, service, snapshot);
  if (outcome.state !== 'too_large') return;
  const help =
    'new pods start from the operator or from their own disk: see docs/operations/sizing.md';
  parts.log.warn({ service, parts: outcome.parts, most: MOST_PARTS, help }, 'boot_copy_too_large');
}
