import type { Migrations } from '@aicp/common/database/run-migrations';
import { executions } from './0001-executions.ts';
import { claims } from './0002-claims.ts';
import { begunSteps } from './0003-begun-steps.ts';
import { runCounts } from './0004-run-counts.ts';
import { contexts } from './0005-contexts.ts';
import { decisions } from './0006-decisions.ts';
import { ownerUids } from './0007-owner-uids.ts';

/** What was done to the tables, in order. It only ever grows. */
export const MIGRATIONS: Migrations = {
  '0001-executions': executions,
  '0002-claims': claims,
  '0003-begun-steps': begunSteps,
  '0004-run-counts': runCounts,
  '0005-contexts': contexts,
  '0006-decisions': decisions,
  '0007-owner-uids': ownerUids,
};
