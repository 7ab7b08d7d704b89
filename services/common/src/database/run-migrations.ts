import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { plainName } from './engine/sql-engine.ts';

/** Numbered names (`0001_people`) to what they do. They only ever grow: expand first, contract a release later. */
export type Migrations = Readonly<Record<string, Migration>>;

/** Where a service has its tables, and who it is there. */
export interface TablesPlace {
  /** The schema that the service's tables are in. */
  readonly schema: string;
  /** What the service works under: migrations grant it what it needs. */
  readonly role: string;
}

export interface MigrateOptions extends TablesPlace {
  /** A connection of the tables' owner. */
  readonly owner: Kysely<unknown>;
  /** Who the service connects as, where that is not the owner. */
  readonly login?: string | undefined;
  readonly migrations: Migrations;
}

/** Any number will do, as long as all replicas use the same. */
const LOCK = 7_301_946;

/**
 * Brings the tables up to date, under an advisory lock so that replicas take turns: makes the role and the schema, then runs what has
 * not run yet. Answers the names of what ran. Rejects with what the failing migration says; it leaves nothing half done.
 */
export async function runMigrations(options: MigrateOptions): Promise<string[]> {
  const { owner } = options;
  await sql`select pg_advisory_lock(${LOCK})`.execute(owner);
  try {
    await makeRoleAndSchema(options);
    return await migrateToLatest(options);
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`.execute(owner);
  }
}

async function makeRoleAndSchema(options: MigrateOptions): Promise<void> {
  const { owner, login } = options;
  const role = plainName(options.role);
  await makeRole(owner, role);
  if (login !== undefined) {
    await sql`grant ${sql.id(role)} to ${sql.id(login)}`.execute(owner);
  }
  const schema = plainName(options.schema);
  await sql.raw(`create schema if not exists ${schema}`).execute(owner);
  await sql.raw(`grant usage on schema ${schema} to ${role}`).execute(owner);
}

/** Makes a role that owner and services may take on, where it is absent. */
export async function makeRole(owner: Kysely<unknown>, name: string): Promise<void> {
  const role = plainName(name);
  const found = await sql`select 1 from pg_roles where rolname = ${role}`.execute(owner);
  if (found.rows.length > 0) return;
  await sql.raw(`create role ${role} nologin`).execute(owner);
  await sql.raw(`grant ${role} to current_user`).execute(owner);
}

async function migrateToLatest({ owner, schema, migrations }: MigrateOptions): Promise<string[]> {
  const migrator = new Migrator({
    db: owner,
    provider: await tolerantProvider(owner, schema, migrations),
    migrationTableSchema: schema,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error(JSON.stringify(error));
  return results.map(({ migrationName }) => migrationName);
}

/** A newer release may have migrated the tables already: this one goes on with them, which is what expand before contract is for. */
async function tolerantProvider(
  owner: Kysely<unknown>,
  schema: string,
  migrations: Migrations,
): Promise<MigrationProvider> {
  const table = `${schema}.kysely_migration`;
  const there = await sql<{ name: string | null }>`select to_regclass(${table}) as name`.execute(
    owner,
  );
  const names = there.rows[0]?.name
    ? await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(owner)
    : { rows: [] };
  const newer = names.rows.map(({ name }) => name).filter((name) => !(name in migrations));
  const known = Object.fromEntries(newer.map((name) => [name, DONE_ELSEWHERE]));
  return { getMigrations: () => Promise.resolve({ ...migrations, ...known }) };
}

const DONE_ELSEWHERE: Migration = { up: () => Promise.resolve() };
