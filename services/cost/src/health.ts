import type { OwnHealth } from '@aicp/api-kit/service/health-routes';
import type { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';

const shape = {
  config: z
    .object({
      epoch: z.int(),
      revision: z.int(),
      source: z.enum(['operator', 'boot', 'disk']),
      age_seconds: z.int(),
    })
    .nullable()
    .meta({ description: 'The snapshot in use; null before the first.' }),
  ledger: z.boolean().meta({
    description: 'Whether there is a ledger to read: without, it knows no spend and no history.',
  }),
};

/** What the service stands on: a snapshot. Without the ledger it foretells by what it knows already. */
export const healthOf = (parts: {
  receiver: Pick<SnapshotReceiver, 'status'>;
  hasLedger: boolean;
  clock: Clock;
}): OwnHealth => ({
  shape,
  now: () => {
    const { status } = parts.receiver;
    const config = status && {
      epoch: status.manifest.epoch,
      revision: status.manifest.revision,
      source: status.origin,
      age_seconds: Math.round((parts.clock.now() - status.appliedAt) / 1000),
    };
    return {
      isReady: status !== undefined,
      report: { config: config ?? null, ledger: parts.hasLedger },
    };
  },
});
