import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { makeRole } from '@aicp/common/database/run-migrations';
import { LEDGER_READER, LEDGER_SCHEMA, LEDGER_WRITER } from './ledger-place.ts';

/** Both roles, whoever migrates: tables grant to each of them. */
export const roles: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const role of [LEDGER_WRITER, LEDGER_READER]) {
      await makeRole(db, role);
      await sql`grant usage on schema ${sql.id(LEDGER_SCHEMA)} to ${sql.id(role)}`.execute(db);
    }
  },
};
