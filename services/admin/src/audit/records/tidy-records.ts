import type { Kysely } from 'kysely';
import type { ObjectAuditTables } from './audit-tables.ts';
import { tidyIntents } from './intent-store.ts';
import { forgetDeleted } from './seen-store.ts';

/** An operator that is back tells of what was written long before. */
const ABANDON_MS = 7 * 86_400_000;
const FORGET_MS = 14 * 86_400_000;

/** Removes what no entry needs any more: intents that came to nothing, and objects that were deleted long ago. */
export async function tidyRecords(kysely: Kysely<ObjectAuditTables>, nowMs: number): Promise<void> {
  await tidyIntents(kysely, {
    abandonBefore: new Date(nowMs - ABANDON_MS),
    forgetBefore: new Date(nowMs - FORGET_MS),
  });
  await forgetDeleted(kysely, new Date(nowMs - FORGET_MS));
}
