import type { OwnHealth } from '@aicp/api-kit/service/health-routes';
import { SNAPSHOT_SHAPE, snapshotReport } from '@aicp/api-kit/service/snapshot-health';
import type { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';

const shape = {
  ...SNAPSHOT_SHAPE,
  runtime: z
    .boolean()
    .meta({ description: 'Executions are run here: those before a crash go on as well.' }),
};

/** What the service stands on: a snapshot, and the runtime that executions go on in. */
export const healthOf = (parts: {
  receiver: Pick<SnapshotReceiver, 'status'>;
  isRunning: () => boolean;
  clock: Clock;
}): OwnHealth => ({
  shape,
  now: () => {
    const { receiver, clock } = parts;
    const runtime = parts.isRunning();
    return {
      isReady: receiver.status !== undefined && runtime,
      report: { ...snapshotReport(receiver, clock), runtime },
    };
  },
});
