import type { AdminDatabase } from '../../database/tables.ts';
import { dropMonth, listMonths } from '../chain/months.ts';

/** Drops what earlier tests wrote, as only the owner can. */
export async function emptyAuditLog(database: AdminDatabase): Promise<void> {
  await database.asOwner(async (owner) => {
    for (const month of await listMonths(owner)) await dropMonth(owner, month);
  });
  await database.kysely.deleteFrom('admin.audit_intents').execute();
  await database.kysely.deleteFrom('admin.audit_seen').execute();
}
