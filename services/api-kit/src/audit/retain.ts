import type { AuditDatabase } from './audit-tables.ts';
import { lockChain } from './audit-chain.ts';
import { signCheckpoint, type CheckpointKey } from './checkpoint.ts';
import { insertCheckpoint } from './checkpoint-store.ts';
import { dropMonth, listMonths, monthOf } from './months.ts';

const DAY_MS = 86_400_000;

/**
 * Drops the months whose last entry is older than `days`, behind a checkpoint that says so, and answers how many. The newest entry stays
 * reachable by the checkpoint, so that the chain goes on and still verifies. Works as the owner of the tables.
 */
export async function retain(options: {
  readonly database: AuditDatabase;
  readonly key: CheckpointKey;
  readonly nowMs: number;
  readonly days: number;
}): Promise<number> {
  const { database, key, nowMs, days } = options;
  const cutMs = nowMs - days * DAY_MS;
  return await database.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await lockChain(tx);
      const months = await listMonths(tx, database.schema);
      const over = months.filter((month) => monthOf(month.getTime(), 1).getTime() <= cutMs);
      const newest = over.at(-1);
      if (!newest) return 0;
      const last = await tx
        .selectFrom('audit_entries')
        .select(['seq', 'hash', 'at'])
        .where('at', '<', monthOf(newest.getTime(), 1))
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last) {
        const checkpoint = {
          seq: Number(last.seq),
          purpose: 'retention',
          hash: last.hash,
          at: last.at.toISOString(),
          created_at: new Date(nowMs).toISOString(),
        } as const;
        await insertCheckpoint(tx, signCheckpoint(checkpoint, key));
      }
      for (const month of over) await dropMonth(tx, { schema: database.schema, month });
      return over.length;
    }),
  );
}
