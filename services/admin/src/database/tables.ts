import type { AbtestTables } from '../abtests/results/abtest-result-table.ts';
import type { Database } from '@aicp/common/database/open-database';
import type { ObjectAuditTables } from '../audit/records/audit-tables.ts';
import type { DeniedTokensTable } from '@aicp/api-kit/access/access-token';
import type { IdempotencyTables } from '@aicp/api-kit/idempotency/records/idempotency-tables';
import type { LoginTables } from '../auth/login-store.ts';
import type { DecisionTables } from '../executions/decision-entries.ts';
import type { EventSweepTables } from '../events/sweep/event-sweep-tables.ts';
import type { FindingTables } from '../findings/finding-tables.ts';
import type { LicenseTables } from '../kinds/license/license-clock.ts';
import type { ChargebackTables } from '../chargeback/reports/chargeback-tables.ts';
import type { AccessRequestTables } from '../kinds/access-grant/access-requests-table.ts';
import type { SlaTables } from '../sla/violations/violation-table.ts';
import type { SessionTables } from '@aicp/api-kit/sessions/session-store';

/** The service's tables. */
export interface AdminTables
  extends
    ObjectAuditTables,
    AbtestTables,
    AccessRequestTables,
    ChargebackTables,
    DecisionTables,
    EventSweepTables,
    FindingTables,
    LicenseTables,
    LoginTables,
    SessionTables,
    SlaTables,
    DeniedTokensTable,
    IdempotencyTables {}

export type AdminDatabase = Database<AdminTables>;

/** The schema that they stand in, and the role that the service works under. */
export const ADMIN_SCHEMA = 'admin';
export const ADMIN_ROLE = 'aicp_admin';
