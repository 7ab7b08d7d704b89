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
    const { status } = parts.receiver;
    const runtime = parts.isRunning();
    const config = status && {
      epoch: status.manifest.epoch,
      revision: status.manifest.revision,
      source: status.origin,
      age_seconds: Math.round((parts.clock.now() - status.appliedAt) / 1000),
    };
    return {
      isReady: status !== undefined && runtime,
      report: { config: config ?? null, runtime },
    };
  },
});
