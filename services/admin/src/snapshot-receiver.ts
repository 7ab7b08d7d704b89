import { join } from 'node:path';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { NewsSource } from '@aicp/common/snapshot/poll-news';
import type { FragmentError } from '@aicp/common/snapshot/section-reader';
import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { AdminFloor } from './admin-floor.ts';
import { VERSION } from './version.ts';

/** What reads snapshots: all of one or, where it answers errors, nothing of it. */
export interface SnapshotReader {
  apply(snapshot: StoredSnapshot): readonly FragmentError[];
}

/** Receives snapshots for `readers`, in their order: where one can't read a snapshot, those after it keep what they have. Tells the operator what was found out. */
export function snapshotReceiver(
  { config, snapshots: client, log, clock, random, registry }: AdminFloor,
  readers: readonly SnapshotReader[],
  findings: NewsSource<FindingsReport>,
): SnapshotReceiver {
  return new SnapshotReceiver({
    service: 'admin',
    instance: config.instance,
    version: VERSION,
    directory: join(config.dataDirectory, 'snapshot'),
    ...(config.bootDirectory === undefined ? {} : { bootDirectory: config.bootDirectory }),
    apply: (snapshot) => {
      for (const reader of readers) {
        const errors = reader.apply(snapshot);
        if (errors.length > 0) return errors;
      }
      return [];
    },
    findings,
    client,
    log,
    clock,
    random,
    registry,
  });
}
