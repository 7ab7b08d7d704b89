import { idempotencyMigration } from '@aicp/api-kit/idempotency/records/idempotency-tables';
import type { Migrations } from '@aicp/common/database/run-migrations';
import { access } from './0001-access.ts';
import { audit } from './0002-audit.ts';
import { license } from './0003-license.ts';
import { accessRequests } from './0004-access-requests.ts';
import { sessions } from './0005-sessions.ts';
import { auditKeys } from './0006-audit-keys.ts';
import { sessionHolders } from './0007-session-holders.ts';
import { organizationUids } from './0008-organization-uids.ts';
import { auditOrganizationUids } from './0009-audit-organization-uids.ts';
import { accessRequestKeys } from './0011-access-request-keys.ts';
import { accessRequestTargets } from './0012-access-request-targets.ts';
import { chargeback } from './0013-chargeback.ts';
import { findings } from './0014-findings.ts';
import { sla } from './0015-sla.ts';
import { abtests } from './0016-abtests.ts';
import { eventSweep } from './0017-event-sweep.ts';
import { findingTimes } from './0018-finding-times.ts';
import { sessionOrigins } from './0019-session-origins.ts';
import { takenDecisions } from './0020-taken-decisions.ts';

/** What was done to the tables, in order. It only ever grows. */
export const MIGRATIONS: Migrations = {
  '0001-access': access,
  '0002-audit': audit,
  '0003-license': license,
  '0004-access-requests': accessRequests,
  '0005-sessions': sessions,
  '0006-audit-keys': auditKeys,
  '0007-session-holders': sessionHolders,
  '0008-organization-uids': organizationUids,
  '0009-audit-organization-uids': auditOrganizationUids,
  '0010-idempotency': idempotencyMigration({ schema: 'admin', role: 'aicp_admin' }),
  '0011-access-request-keys': accessRequestKeys,
  '0012-access-request-targets': accessRequestTargets,
  '0013-chargeback': chargeback,
  '0014-findings': findings,
  '0015-sla': sla,
  '0016-abtests': abtests,
  '0017-event-sweep': eventSweep,
  '0018-finding-times': findingTimes,
  '0019-session-origins': sessionOrigins,
  '0020-taken-decisions': takenDecisions,
};
