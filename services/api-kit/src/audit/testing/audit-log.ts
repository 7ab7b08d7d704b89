import type { AuditDraft } from '../audit-entry.ts';
import type { AuditDatabase } from '../audit-tables.ts';
import { dropMonth, listMonths } from '../months.ts';

/** A draft that says little. */
export const draftOf = (changes: Partial<AuditDraft> = {}): AuditDraft => ({
  organization_id: null,
  organization_uid: null,
  user_id: 'ada',
  key_id: null,
  action: 'update',
  resource_type: 'model',
  resource_id: 'gpt-4o',
  changes: null,
  source: 'api',
  ip: '192.0.2.1',
  request_id: 'r-1',
  ...changes,
});

/** Takes all entries away, in the one way that there is: month by month, as the owner of the tables. */
export async function emptyAuditLog(database: AuditDatabase): Promise<void> {
  const { schema } = database;
  await database.asOwner(async (owner) => {
    for (const month of await listMonths(owner, schema)) await dropMonth(owner, { schema, month });
  });
}
