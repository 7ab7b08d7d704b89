import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Database } from '@aicp/common/database/open-database';
import type { ColumnType } from 'kysely';

/** Whole numbers of eight bytes come as text. */
type Whole = ColumnType<string, number | string, number | string>;

/** Who is about to change what; written before the change itself. */
export interface AuditIntents {
  id: string;
  created_at: ColumnType<Date, Date, never>;
  /** `open`, `settled` (its entry is written), `failed` (nothing was changed), `abandoned` (nothing was ever seen of it). */
  state: ColumnType<string, string | undefined, string>;
  action: string;
  kind: string;
  name: string;
  resource_type: string;
  resource_id: string | null;
  organization_id: string | null;
  /** metadata.uid of the Organization; null also for one that is about to be created. */
  organization_uid: string | null;
  user_id: string;
  key_id: string | null;
  role: string;
  source: string;
  ip: string | null;
  request_id: string | null;
  /** Of the object as it was; null for a creation. */
  uid: string | null;
  resource_version: string | null;
  /** The highest that the object has if this change was the last one. */
  generation: Whole;
  /** Masked, JSON. */
  before: string | null;
  after: string | null;
}

/** The last state that was seen of each object. */
interface AuditSeen {
  uid: string;
  kind: string;
  name: string;
  resource_version: string;
  stamp: string;
  /** Masked, JSON. */
  state: string;
  /** Whose it was. */
  organization_id: string | null;
  organization_uid: string | null;
  /** When its deletion was seen; kept for a while, so that a late report does not bring it back. */
  deleted_at: Date | null;
}

/** The audit log, and what this service needs beside it to write an entry of each change of an object. */
export interface ObjectAuditTables extends AuditTables {
  audit_intents: AuditIntents;
  audit_seen: AuditSeen;
}

export type ObjectAuditDatabase = Database<ObjectAuditTables>;
