import type { Migrations } from '@aicp/common/database/run-migrations';
import { access } from './0001-access.ts';
import { audit } from './0002-audit.ts';

/** What was done to the tables, in order. It only ever grows. */
export const MIGRATIONS: Migrations = {
  '0001-access': access,
  '0002-audit': audit,
};
