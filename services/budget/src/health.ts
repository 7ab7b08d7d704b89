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
  spend: z.boolean().meta({ description: 'What was spent so far has been read.' }),
};

/** What the service stands on: a snapshot, and what the ledger holds. */
export const healthOf = (parts: {
  receiver: Pick<SnapshotReceiver, 'status'>;
  hasSpend: () => boolean;
  clock: Clock;
}): OwnHealth => ({
  shape,
  now: () => {
    const { receiver, hasSpend, clock } = parts;
    const { status } = receiver;
    const spend = hasSpend();
    const config = status && {
      epoch: status.manifest.epoch,
      revision: status.manifest.revision,
      source: status.origin,
      age_seconds: Math.round((clock.now() - status.appliedAt) / 1000),
    };
    return { isReady: status !== undefined && spend, report: { config: config ?? null, spend } };
  },
});
