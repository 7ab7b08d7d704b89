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

export interface AuditTables {
  'admin.audit_entries': AuditEntries;
  'admin.audit_checkpoints': AuditCheckpoints;
  'admin.audit_intents': AuditIntents;
  'admin.audit_seen': AuditSeen;
}
