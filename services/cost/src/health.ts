import type { OwnHealth } from '@aicp/api-kit/service/health-routes';
import { SNAPSHOT_SHAPE, snapshotReport } from '@aicp/api-kit/service/snapshot-health';
import type { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';

const shape = {
  ...SNAPSHOT_SHAPE,
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
    const { receiver, clock } = parts;
    return {
      isReady: receiver.status !== undefined,
      report: { ...snapshotReport(receiver, clock), ledger: parts.hasLedger },
    };
  },
});
