import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Selectable } from 'kysely';

export const REQUEST_STATES = ['pending', 'approved', 'denied', 'revoked', 'expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Somebody's wish to use the models of a tier, and what became of it. A team, a person or a key is to have them. */
interface AccessRequests {
  /** UUIDv7: newer ones are greater. */
  id: string;
  created_at: Date;
  /** Who asked: `Principal.subject`. */
  requested_by: string;
  /** metadata.name of the APIKey that it was asked with; null: by a person who signed in otherwise, or before there was this column. */
  requested_by_key: string | null;
  /** Null: the platform’s. */
  organization_id: string | null;
  /** metadata.uid of that Organization; null: the platform’s, or a request of before there was this column. */
  organization_uid: string | null;
  tier_id: string;
  team_id: string | null;
  user_id: string | null;
  /** metadata.name of the APIKey. */
  key_id: string | null;
  justification: string | null;
  /** For how long, from the approval on; null: without an end. */
  duration_days: number | null;
  status: RequestState;
  /** Who approved, denied or revoked it last; null where nobody did. */
  decided_by: string | null;
  decided_at: Date | null;
  /** Of the approval; null before it, and where it has no end. */
  expires_at: Date | null;
}

export interface AccessRequestTables {
  'admin.access_requests': AccessRequests;
}

/** With the audit log, which has an entry of each change of a request. */
export type AuditedRequests = AuditTables & AccessRequestTables;

export type AccessRequest = Selectable<AccessRequests>;
