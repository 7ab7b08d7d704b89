import { join } from 'node:path';
import type { NewsSource } from '@aicp/common/snapshot/poll-news';
import { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import { VERSION } from './about.ts';
import type { BudgetFloor } from './budget-floor.ts';
import type { BudgetDirectory } from './snapshot/budget-directory.ts';

/** Receives snapshots, and tells the operator with every poll what was spent. */
export function snapshotReceiver(
  { config, snapshots: client, log, clock, random, registry }: BudgetFloor,
  parts: { readonly directory: BudgetDirectory; readonly spend: NewsSource<SpendReport> },
): SnapshotReceiver {
  const { directory, spend } = parts;
  const { bootDirectory } = config;
  return new SnapshotReceiver({
    service: 'budget',
    instance: config.instance,
    version: VERSION,
    directory: join(config.dataDirectory, 'snapshot'),
    ...(bootDirectory === undefined ? {} : { bootDirectory }),
    apply: (snapshot) => directory.apply(snapshot),
    spend,
    client,
    log,
    clock,
    random,
    registry,
  });
}
