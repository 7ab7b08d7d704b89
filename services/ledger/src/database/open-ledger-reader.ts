import { openDatabase, type DatabaseOptions } from '@aicp/common/database/open-database';
import { LEDGER_READER, LEDGER_SCHEMA, LEDGER_WRITER } from './migrations/ledger-place.ts';
import { LEDGER_MIGRATIONS } from './migrations/index.ts';
import type { LedgerDatabase } from './tables.ts';

/** Of a server. Whoever reads has tables of its own as well, and a server has no more than a hundred connections as a rule. */
const CONNECTIONS = 4;

/** What a service that brings facts in says of its database. */
export const LEDGER_DATABASE = {
  schema: LEDGER_SCHEMA,
  role: LEDGER_WRITER,
  migrations: LEDGER_MIGRATIONS,
} as const;

/**
 * Opens the ledger for a service that reads it and has tables of its own elsewhere. Whoever comes first makes the tables, so that no service waits for another one:
 * before the first fact everything is 0. Of the ledger's own it writes the sums of A/B tests alone, which are made out of facts by who looks at them. Until the database is there, and migrated, queries reject with DatabaseUnavailable.
 */
export async function openLedgerReader(
  parts: Pick<DatabaseOptions, 'location' | 'clock' | 'random' | 'log'>,
): Promise<LedgerDatabase> {
  return await openDatabase({
    ...parts,
    ...LEDGER_DATABASE,
    role: LEDGER_READER,
    connections: CONNECTIONS,
  });
}
