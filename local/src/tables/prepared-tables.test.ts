import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openDatabase,
  shareable,
  type DatabaseLocation,
} from '@aicp/common/database/open-database';
import { makeTemplate, TEMPLATES, templateOf } from '@aicp/common/database/pglite/data-directory';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTables } from './make-tables.ts';
import { prepareTables } from './prepare-tables.ts';
import { TABLES, tablesDirectory } from './prepared-tables.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const parts = { log, clock: systemClock };

let home: string;
let templates: string;

beforeAll(async () => {
  await makeTemplate();
  home = await mkdtemp(join(tmpdir(), 'aicp-tables-'));
  templates = join(home, 'templates');
  await cp(templateOf(TEMPLATES), templateOf(templates), { recursive: true });
  await mkdir(join(templates, `${TABLES}of-before`));
  await prepareTables(templates);
}, 120_000);
afterAll(() => rm(home, { recursive: true, force: true }));

it('has the same tables, rights and migrations as a start that makes them, and starting on it changes nothing', async () => {
  const made = placeOf('made');
  await makeTables(made, log);
  const expected = await catalogueOf(made);
  expect(expected.migrations.length).toBeGreaterThan(40);
  const copied = placeOf('copied', () => tablesDirectory(templates));
  expect(await catalogueOf(copied)).toEqual(expected);
  await makeTables(copied, log);
  expect(await catalogueOf(copied)).toEqual(expected);
}, 120_000);

it('holds no password and no row but those of migrations', async () => {
  const { passwords, rows } = await catalogueOf(placeOf('empty', () => tablesDirectory(templates)));
  expect(passwords).toEqual([]);
  expect(rows).toEqual(['dbos.dbos_migrations']);
}, 60_000);

it('takes the place of those that other versions prepared, and leaves nothing half made', async () => {
  expect((await readdir(templates)).filter((name) => !name.startsWith('pglite-'))).toHaveLength(1);
  expect(existsSync(tablesDirectory(templates))).toBe(true);
});

it('is another one where a migration says something else', async () => {
  const root = join(home, 'root');
  const folder = join(root, 'services/admin/src/database/migrations');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '0001-access.ts'), 'one');
  const before = tablesDirectory(templates, root);
  await writeFile(join(folder, '0001-access.ts'), 'two');
  expect(tablesDirectory(templates, root)).not.toBe(before);
});

it('is an empty one where nothing was prepared, or was prepared for other migrations', async () => {
  const { migrations } = await catalogueOf(placeOf('plain', () => undefined));
  expect(migrations).toEqual([]);
}, 60_000);

const placeOf = (name: string, prepared?: () => string | undefined): DatabaseLocation =>
  shareable({ directory: join(home, name), templates, prepared }, parts);

const NOT_OURS = `nspname !~ '^pg_' and nspname <> 'information_schema'`;

/** What a database consists of, in an order of its own, without what depends on when it was made. */
async function catalogueOf(location: DatabaseLocation) {
  const database = await openDatabase({
    ...{ location, ...parts, random: Math.random },
    ...{ schema: 'looking', role: 'looker', migrations: {} },
  });
  try {
    await database.migrated();
    return await database.asOwner(async (owner) => {
      const texts = async (query: string): Promise<string[]> => {
        const { rows } = await sql.raw<{ said: string }>(query).execute(owner);
        return rows.map(({ said }) => said).sort();
      };
      const tables = await texts(
        `select quote_ident(nspname) || '.' || quote_ident(relname) as said from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname <> 'looking' and ${NOT_OURS}`,
      );
      const isBookkeeping = (table: string) => table.includes('kysely_migration');
      const migrations: string[] = [];
      for (const table of tables.filter((name) => name.endsWith('kysely_migration'))) {
        migrations.push(...(await texts(`select '${table} ' || name as said from ${table}`)));
      }
      const rows: string[] = [];
      for (const table of tables.filter((name) => !isBookkeeping(name))) {
        const found = await texts(`select '${table}' as said from ${table} limit 1`);
        rows.push(...found);
      }
      return {
        tables,
        migrations,
        rows,
        relations: await texts(
          `select concat_ws(' ', nspname, relname, relkind, pg_get_userbyid(relowner), (select string_agg(a::text, ',' order by a::text) from unnest(relacl) a)) as said from pg_class c join pg_namespace n on n.oid = relnamespace where nspname <> 'looking' and ${NOT_OURS}`,
        ),
        columns: await texts(
          `select concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default) as said from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema', 'looking')`,
        ),
        indexes: await texts(`select indexdef as said from pg_indexes where schemaname !~ '^pg_'`),
        functions: await texts(
          `select pg_get_functiondef(p.oid) as said from pg_proc p join pg_namespace n on n.oid = pronamespace where ${NOT_OURS}`,
        ),
        triggers: await texts(
          `select pg_get_triggerdef(oid) as said from pg_trigger where not tgisinternal`,
        ),
        roles: await texts(
          `select concat_ws(' ', rolname, rolcanlogin, rolsuper, (select string_agg(pg_get_userbyid(member), ',' order by pg_get_userbyid(member)) from pg_auth_members where roleid = r.oid)) as said from pg_roles r where rolname <> 'looker'`,
        ),
        passwords: await texts(
          `select rolname as said from pg_authid where rolpassword is not null`,
        ),
      };
    });
  } finally {
    await database.close();
  }
}
