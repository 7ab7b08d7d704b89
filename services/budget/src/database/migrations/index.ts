import type { Migrations } from '@aicp/common/database/run-migrations';
import { spend } from './0001-spend.ts';
import { told } from './0002-told.ts';

/** What was done to the tables, in order. It only ever grows. */
export const MIGRATIONS: Migrations = { '0001-spend': spend, '0002-told': told };
