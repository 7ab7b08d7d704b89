import type { Kysely } from 'kysely';
import type { AdminTables } from '../../database/tables.ts';
import type { SignedCheckpoint } from './checkpoint.ts';

/** All checkpoints, oldest first. */
export async function listCheckpoints(kysely: Kysely<AdminTables>): Promise<SignedCheckpoint[]> {
  const rows = await kysely
    .selectFrom('admin.audit_checkpoints')
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
  kysely: Kysely<AdminTables>,
  { at, created_at, ...fields }: SignedCheckpoint,
): Promise<void> {
  await kysely
    .insertInto('admin.audit_checkpoints')
    .values({ ...fields, at: new Date(at), created_at: new Date(created_at) })
    .onConflict((conflict) => conflict.columns(['seq', 'purpose']).doNothing())
    .execute();
}
