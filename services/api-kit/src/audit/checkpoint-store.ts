import type { Kysely } from 'kysely';
import type { AuditTables, AuditDatabase } from './audit-tables.ts';
import { type SignedCheckpoint, signCheckpoint, type CheckpointKey } from './checkpoint.ts';
import { headOf } from './audit-chain.ts';

/** All checkpoints, oldest first. */
export async function listCheckpoints(kysely: Kysely<AuditTables>): Promise<SignedCheckpoint[]> {
  const rows = await kysely
    .selectFrom('audit_checkpoints')
    .selectAll()
    .orderBy('seq')
    .orderBy('purpose')
    .execute();
  return rows.map(({ seq, purpose, at, created_at, ...fields }) => ({
    ...fields,
    seq: Number(seq),
    purpose: purpose as SignedCheckpoint['purpose'],
    at: at.toISOString(),
    created_at: created_at.toISOString(),
  }));
}

/** Keeps a checkpoint; one that is there already stays. */
export async function insertCheckpoint(
  kysely: Kysely<AuditTables>,
  { at, created_at, ...fields }: SignedCheckpoint,
): Promise<void> {
  await kysely
    .insertInto('audit_checkpoints')
    .values({ ...fields, at: new Date(at), created_at: new Date(created_at) })
    .onConflict((conflict) => conflict.columns(['seq', 'purpose']).doNothing())
    .execute();
}

/** Signs the end of the chain as it is now, so that one cut off behind it shows. */
export async function anchor(options: {
  readonly database: AuditDatabase;
  readonly key: CheckpointKey;
  readonly nowMs: number;
}): Promise<void> {
  const { database, key, nowMs } = options;
  await database.kysely.transaction().execute(async (tx) => {
    const { seq, hash, atMs } = await headOf(tx);
    if (seq === 0) return;
    const checkpoint = {
      seq,
      hash,
      purpose: 'anchor',
      at: new Date(atMs).toISOString(),
      created_at: new Date(nowMs).toISOString(),
    } as const;
    await insertCheckpoint(tx, signCheckpoint(checkpoint, key));
  });
}
