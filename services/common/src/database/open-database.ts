import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Logger } from '../log/logger.ts';
import { backoffMs } from '../time/backoff.ts';
import { type Clock, pause } from '../time/clock.ts';
import { describeCause } from './engine/survive-loss.ts';
import { gatedPool } from './gated-pool.ts';
import type { Prepared } from './pglite/data-directory.ts';
import { SharedPglite } from './pglite/shared-pglite.ts';
import { openPostgresql } from './postgresql/open-postgresql.ts';
import { runMigrations, type Migrations } from './run-migrations.ts';
import type { SqlEngine } from './engine/sql-engine.ts';

/**
 * Where a database is: a PostgreSQL server, a directory of this machine that PGlite keeps it in, or such a directory that others of this process
 * have open as well.
 */
export type DatabaseLocation =
  | { readonly url: string; readonly ownerUrl?: string | undefined }
  | ({ readonly directory: string } & Prepared)
  | { readonly shared: SharedPglite };

export interface DatabaseOptions {
  readonly location: DatabaseLocation;
  /** The schema of the service's tables. */
  readonly schema: string;
  /** What the service works under: migrations grant it what it needs, and no more. */
  readonly role: string;
  readonly migrations: Migrations;
  /** How many connections to a server there are at most; 10 unless it says otherwise. */
  readonly connections?: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** A service's tables. Every query rejects with DatabaseUnavailable while the database is away or not migrated yet. */
export interface Database<Tables> {
  readonly engine: 'postgresql' | 'pglite';
  /** The schema that tables are in which a query names without one. */
  readonly schema: string;
  /** Works under the service's role. */
  readonly kysely: Kysely<Tables>;
  /** For libraries that want a pool; under the service's role too. */
  readonly pool: PostgresPool;
  /** The same for libraries that judge by the database's own errors whether to ask again, and ask for nothing before the tables are there. */
  readonly ungatedPool: PostgresPool;
  /** Whether the tables are up to date. */
  isMigrated(): boolean;
  /** Resolves when the tables are up to date, or the database is closed. */
  migrated(): Promise<void>;
  /** Works as the owner of the tables, on a connection that is lent for as long as `work` lasts. */
  asOwner<T>(work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const RETRY = { baseMs: 250, maxMs: 10_000 };

/**
 * Opens a database and migrates it, again and again until that succeeds, since a server may come later than we do. Rejects where the
 * directory is in use.
 */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Database<Tables>> {
  const engine = await openEngine(options);
  const ending = new AbortController();
  let isMigrated = false;
  const pool = gatedPool(engine.pool, () => isMigrated);
  const kysely = kyselyOn<Tables>(pool).withSchema(options.schema);
  const migration = migrateUntilDone(engine, options, ending.signal).then((isDone) => {
    isMigrated = isDone;
  });
  return {
    engine: engine.name,
    schema: options.schema,
    kysely,
    pool,
    ungatedPool: engine.pool,
    isMigrated: () => isMigrated,
    migrated: () => migration,
    asOwner: (work) =>
      engine.asOwner((lent) =>
        work(kyselyOn<Tables>(gatedPool(lent, () => true)).withSchema(options.schema)),
      ),
    close: async () => {
      ending.abort();
      await migration;
      await engine.close();
    },
  };
}

async function openEngine(options: DatabaseOptions): Promise<SqlEngine> {
  const { location, role, connections, log, clock } = options;
  const place = shareable(location, { log, clock });
  if ('url' in place) return openPostgresql({ ...place, role, connections, log });
  return await place.shared.open(role);
}

/** A location that several services of this process may open: a server's is, a directory becomes one. */
export const shareable = (
  location: DatabaseLocation,
  parts: { readonly log: Logger; readonly clock: Clock },
): Exclude<DatabaseLocation, { readonly directory: string }> =>
  'directory' in location ? { shared: new SharedPglite({ ...location, ...parts }) } : location;

const kyselyOn = <Tables>(pool: PostgresPool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Who the service connects as, where that is not the owner. */
function loginOf({ location }: DatabaseOptions): string | undefined {
  if (!('url' in location) || location.ownerUrl === undefined) return undefined;
  return decodeURIComponent(new URL(location.url).username);
}

async function migrateUntilDone(
  engine: SqlEngine,
  options: DatabaseOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock, random, log } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const ran = await engine.asOwner(async (pool) => {
        const owner = kyselyOn<unknown>(pool);
        const names = await runMigrations({ ...options, owner, login: loginOf(options) });
        engine.useRole();
        return names;
      });
      log.info({ engine: engine.name, migrations: ran }, 'database_ready');
      return true;
    } catch (error) {
      // The first failures are what a start beside a database looks like.
      const level = attempt < 5 ? 'info' : 'warn';
      log[level]({ reason: describeCause(error), attempt }, 'database_not_ready');
      await pause(clock, backoffMs({ attempt, ...RETRY, random }), signal);
    }
  }
  return false;
}
