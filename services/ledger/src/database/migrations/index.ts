import type { Migrations } from '@aicp/common/database/run-migrations';
import { roles } from './0001-roles.ts';
import { rows } from './0002-rows.ts';
import { rollUps } from './0003-roll-ups.ts';
import { leases } from './0004-leases.ts';
import { decisionsFound } from './0005-decisions-found.ts';
import { payers } from './0006-payers.ts';
import { lighterSums } from './0007-lighter-sums.ts';
import { claimedUsers } from './0008-claimed-users.ts';
import { soughtLeases } from './0009-sought-leases.ts';
import { toldLeases } from './0010-told-leases.ts';
import { feedback } from './0011-feedback.ts';
import { latencySums } from './0012-latency-sums.ts';
import { abtestUsage } from './0014-abtest-usage.ts';
import { trialSums } from './0015-trial-sums.ts';
import { requestsFound } from './0016-requests-found.ts';
import { guardrailFacts } from './0017-guardrail-facts.ts';
import { promptsSent } from './0018-prompts-sent.ts';
import { cacheSavings } from './0019-cache-savings.ts';

/** What was done to the ledger's tables, in order. It only ever grows. */
export const LEDGER_MIGRATIONS: Migrations = {
  '0001-roles': roles,
  '0002-rows': rows,
  '0003-roll-ups': rollUps,
  '0004-leases': leases,
  '0005-decisions-found': decisionsFound,
  '0006-payers': payers,
  '0007-lighter-sums': lighterSums,
  '0008-claimed-users': claimedUsers,
  '0009-sought-leases': soughtLeases,
  '0010-told-leases': toldLeases,
  '0011-feedback': feedback,
  '0012-latency-sums': latencySums,
  '0014-abtest-usage': abtestUsage,
  '0015-trial-sums': trialSums,
  '0016-requests-found': requestsFound,
  '0017-guardrail-facts': guardrailFacts,
  '0018-prompts-sent': promptsSent,
  '0019-cache-savings': cacheSavings,
};
