import type { Selectable } from 'kysely';
import type { AuditTables } from '../audit-tables.ts';
import type { AuditEntry, AuditSource } from '../audit-entry.ts';

/** An entry as its row has it: nothing is mended on the way, so that the verifier sees what is there. */
export function entryOfRow(row: Selectable<AuditTables['admin.audit_entries']>): AuditEntry {
  const { at, seq, changes, source, ...fields } = row;
  return {
    ...fields,
    seq: Number(seq),
    timestamp: at.toISOString(),
    changes: changes === null ? null : (JSON.parse(changes) as AuditEntry['changes']),
    source: source as AuditSource,
  };
}
