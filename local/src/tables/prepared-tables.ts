import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pgliteVersion, TEMPLATES } from '@aicp/common/database/pglite/data-directory';

const ROOT = join(import.meta.dirname, '../../..');
/** All that decides what the tables are: of one letter more or less in them, another directory is prepared. */
const MAKERS = [
  'services/{admin,budget,events,ledger,workflow}/src/database/migrations/*.ts',
  'services/common/src/database/run-migrations.ts',
  'services/api-kit/src/{audit/audit-migration,idempotency/records/idempotency-tables}.ts',
  'services/workflow/src/runtime/runtime-tables.ts',
  'node_modules/@dbos-inc/dbos-sdk/package.json',
  'local/src/tables/make-tables.ts',
];
/** What the names of directories with tables begin with. */
export const TABLES = 'tables-';

/** Where the directory stands that has the tables of all services as this version makes them, or would stand. */
export function tablesDirectory(templates = TEMPLATES, root = ROOT): string {
  const hash = createHash('sha256').update(pgliteVersion());
  for (const file of globSync(MAKERS, { cwd: root }).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return join(templates, `${TABLES}${hash.digest('hex').slice(0, 16)}`);
}

/**
 * The directory that a first start copies, so that it finds all migrations done; undefined where none was prepared for exactly these: the start
 * then begins with an empty one and runs them itself.
 */
export function preparedTables(): string | undefined {
  const directory = tablesDirectory();
  return existsSync(directory) ? directory : undefined;
}
