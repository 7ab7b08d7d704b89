import type { AdminDatabase } from '../../database/tables.ts';
import { headOf } from '../chain/append.ts';
import { signCheckpoint, type CheckpointKey } from '../chain/checkpoint.ts';
import { insertCheckpoint } from '../chain/checkpoint-store.ts';

/** Signs the end of the chain as it is now, so that one cut off behind it shows. */
export async function anchor(options: {
  readonly database: AdminDatabase;
  readonly key: CheckpointKey;
  readonly nowMs: number;
}): Promise<void> {
  const { database, key, nowMs } = options;
  await database.kysely.transaction().execute(async (tx) => {
    const { seq, hash, atMs } = await headOf(tx);
    if (seq === 0) return;
    const checkpoint = {
      ...{ seq, hash },
      purpose: 'anchor',
      at: new Date(atMs).toISOString(),
      created_at: new Date(nowMs).toISOString(),
    } as const;
    await insertCheckpoint(tx, signCheckpoint(checkpoint, key));
  });
}
