import type { Database } from '@aicp/common/database/open-database';
import type { ColumnType } from 'kysely';

/** Whole numbers of eight bytes come as text. */
type Whole = ColumnType<string, number | string, number | string>;

/** Append-only, a partition a month. */
interface AuditEntries {
  seq: Whole;
  id: string;
  at: Date;
  organization_id: string | null;
  /** metadata.uid of the Organization; null: the platform, or an entry of before there was this column. */
  organization_uid: string | null;
  user_id: string | null;
  /** metadata.name of the APIKey. */
  key_id: string | null;
  action: string;
  resource_type: string;
  resource_id: string | null;
  /** Canonical JSON. */
  changes: string | null;
  source: string;
  ip: string | null;
  request_id: string | null;
  prev_hash: string;
  hash: string;
}

/** Append-only: what we signed of the chain. */
interface AuditCheckpoints {
  /** The last entry that it speaks of. */
  seq: Whole;
  /** `retention`: the entries up to it were dropped. `anchor`: it was there. */
  purpose: string;
  hash: string;
  /** The timestamp of that entry. */
  at: Date;
  created_at: Date;
  /** Of the Ed25519 key, base64url. */
  public_key: string;
  signature: string;
}

/** Tables of the audit log, in the schema of a service. */
export interface AuditTables {
  audit_entries: AuditEntries;
  audit_checkpoints: AuditCheckpoints;
}

export type AuditDatabase = Database<AuditTables>;
