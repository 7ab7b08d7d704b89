import type { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';

/** What `/health` of a service says of the snapshot that it goes by. */
export const SNAPSHOT_SHAPE = {
  config: z
    .object({
      epoch: z.int(),
      revision: z.int(),
      source: z.enum(['operator', 'boot', 'disk']),
      age_seconds: z.int(),
    })
    .nullable()
    .meta({ description: 'The snapshot in use; null before the first.' }),
};

/** The same of this moment. */
export function snapshotReport(
  { status }: Pick<SnapshotReceiver, 'status'>,
  clock: Pick<Clock, 'now'>,
): { readonly config: z.output<typeof SNAPSHOT_SHAPE.config> } {
  if (!status) return { config: null };
  const { manifest, origin, appliedAt } = status;
  const { epoch, revision } = manifest;
  const age = Math.round((clock.now() - appliedAt) / 1000);
  return { config: { epoch, revision, source: origin, age_seconds: age } };
}
