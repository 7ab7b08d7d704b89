import type { Database } from '@aicp/common/database/open-database';
import type { ColumnType } from 'kysely';
import type { AuditTables } from '../audit/audit-tables.ts';
import type { IdempotencyTables } from '../idempotency/records/idempotent-requests-table.ts';
import type { AccessRequestTables } from '../model-access/access-requests-table.ts';
import type { SessionTables } from '../sessions/sessions-table.ts';

/** Tokens that were given back before their end. */
export interface DeniedTokens {
  jti: string;
  expires_at: Date;
}

/** When each person or key signed in last. */
export interface Logins {
  /** The person, or the key where none is known. */
  user_id: string;
  /** Empty: the platform. The same name in two organizations is two people. */
  organization_id: string;
  /** metadata.uid of the Organization; null: the platform, or a login of before there was this column. */
  organization_uid: string | null;
  email: string | null;
  last_login_at: ColumnType<Date, Date, Date>;
}

/** One row: the latest moment that was ever seen. */
export interface LicenseClock {
  id: number;
  seen_until: Date;
}

/** The service's tables. */
export interface AdminTables
  extends AuditTables, AccessRequestTables, SessionTables, IdempotencyTables {
  'admin.denied_tokens': DeniedTokens;
  'admin.logins': Logins;
  'admin.license_clock': LicenseClock;
}

export type AdminDatabase = Database<AdminTables>;

/** The schema that they stand in, and the role that the service works under. */
export const ADMIN_SCHEMA = 'admin';
export const ADMIN_ROLE = 'aicp_admin';
