import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { systemClock } from '../time/clock.ts';
import { DatabaseUnavailable } from './gated-pool.ts';
import { openDatabase, type DatabaseOptions } from './open-database.ts';
import type { Migrations } from './run-migrations.ts';
import { testEngines } from './testing/engines.ts';

interface Tables {
  'app.entries': { said: string };
}

const migrations: Migrations = {
  '0001_entries': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table app.entries (said text not null)`.execute(db);
      await sql`grant select, insert on app.entries to app_service`.execute(db);
    },
  },
};

const open = async (location: DatabaseOptions['location']) => {
  const database = await openDatabase<Tables>({
    location,
    schema: 'app',
    role: 'app_service',
    migrations,
    clock: systemClock,
    random: Math.random,
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  await database.migrated();
  return database;
};

/** What becomes of a query. */
const outcomeOf = (query: Promise<unknown>): Promise<string> =>
  query.then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseUnavailable ? 'away' : String(error)),
  );

const [, postgres] = testEngines();

describe.skipIf(postgres!.skipped)('a server that answers, and is of no use', () => {
  it('is away while it takes no write, as a standby that is not promoted yet', async () => {
    const home = await postgres!.start();
    const database = await open(home.location);
    const setReadOnly = (is: 'on' | 'off') =>
      database.asOwner(async (owner) => {
        await sql`alter system set default_transaction_read_only = ${sql.raw(is)}`.execute(owner);
        await sql`select pg_reload_conf()`.execute(owner);
      });
    const write = () =>
      outcomeOf(database.kysely.insertInto('app.entries').values({ said: 'hello' }).execute());
    await setReadOnly('on');
    await expect.poll(write, { timeout: 10_000 }).not.toBe('done');
    expect(await write()).toBe('away');
    await setReadOnly('off');
    await expect.poll(write, { timeout: 10_000 }).toBe('done');
    await database.close();
    await home.stop();
  });

  it('is away while it lets the service not log in, whose statements are none the worse for it', async () => {
    const home = await postgres!.start();
    const server = home.server!;
    const owned = await open({ url: server.url() });
    const tell = (what: string) => owned.asOwner((owner) => sql.raw(what).execute(owner));
    await tell('create role runtime login in role app_service');
    const database = await open({ url: server.url('runtime'), ownerUrl: server.url() });
    await tell('alter role runtime nologin');
    const read = () => outcomeOf(database.kysely.selectFrom('app.entries').selectAll().execute());
    expect(await read()).toBe('away');
    await tell('alter role runtime login');
    expect(await read()).toBe('done');
    await database.close();
    await owned.close();
    await home.stop();
  });
});
