import type { OwnHealth } from '@aicp/api-kit/service/health-routes';
import { SNAPSHOT_SHAPE, snapshotReport } from '@aicp/api-kit/service/snapshot-health';
import type { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';

const shape = {
  ...SNAPSHOT_SHAPE,
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
    const spend = hasSpend();
    return {
      isReady: receiver.status !== undefined && spend,
      report: { ...snapshotReport(receiver, clock), spend },
    };
  },
});
