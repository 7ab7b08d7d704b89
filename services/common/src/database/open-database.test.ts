import { sql, type Generated, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../time/clock.ts';
import { createLogger } from '../log/logger.ts';
import { DatabaseUnavailable } from './gated-pool.ts';
import { openDatabase, type Database, type DatabaseOptions } from './open-database.ts';
import { testEngines, type TestDatabase } from './testing/engines.ts';
import type { Migrations } from './run-migrations.ts';

interface Tables {
  'app.entries': { id: Generated<string>; said: string; at: Date };
}

const migrations: Migrations = {
  '0001_entries': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table app.entries (
        id bigint generated always as identity primary key,
        said text not null,
        at timestamptz not null default now()
      )`.execute(db);
      await sql`grant select, insert on app.entries to app_service`.execute(db);
    },
  },
};

const settings = (location: DatabaseOptions['location']): DatabaseOptions => ({
  location,
  schema: 'app',
  role: 'app_service',
  migrations,
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'test', level: 'silent' }),
});

describe.each(testEngines())('a database on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: TestDatabase;
    let database: Database<Tables>;

    beforeAll(async () => {
      home = await engine.start();
      database = await openDatabase<Tables>(settings(home.location));
      await database.migrated();
    });

    afterAll(async () => {
      await database.close();
      await home.stop();
    });

    const say = (said: string) =>
      database.kysely
        .insertInto('app.entries')
        .values({ said, at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();

    it('is migrated, and answers whole numbers of eight bytes as text', async () => {
      expect(database.isMigrated()).toBe(true);
      expect((await say('hello')).id).toMatch(/^\d+$/);
    });

    it('refuses the service what no migration granted it', async () => {
      const update = database.kysely.updateTable('app.entries').set({ said: 'forged' });
      await expect(update.execute()).rejects.toThrow(/permission denied/);
      await expect(database.kysely.deleteFrom('app.entries').execute()).rejects.toThrow(
        /permission denied/,
      );
      await expect(sql`create table app.more (a int)`.execute(database.kysely)).rejects.toThrow(
        /permission denied/,
      );
    });

    it('lets the owner do it, and is itself again afterwards', async () => {
      await say('to be removed');
      await database.asOwner(async (owner) => {
        await owner.deleteFrom('app.entries').where('said', '=', 'to be removed').execute();
      });
      await expect(database.kysely.deleteFrom('app.entries').execute()).rejects.toThrow(
        /permission denied/,
      );
    });

    it('is itself again after work as the owner that failed', async () => {
      const failing = database.asOwner(async (owner) => {
        await sql`select nonsense`.execute(owner);
      });
      await expect(failing).rejects.toThrow(/nonsense/);
      const { rows } = await sql<{ who: string }>`select current_user as who`.execute(
        database.kysely,
      );
      expect(rows[0]?.who).toBe('app_service');
    });

    it('rolls a transaction back that fails', async () => {
      const failing = database.kysely.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('app.entries')
          .values({ said: 'half', at: new Date() })
          .execute();
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      const left = await database.kysely
        .selectFrom('app.entries')
        .where('said', '=', 'half')
        .selectAll()
        .execute();
      expect(left).toEqual([]);
    });

    it('serves many at once, each within its own transaction', async () => {
      const names = Array.from({ length: 20 }, (_, n) => `many-${n}`);
      await Promise.all(
        names.map((said) =>
          database.kysely.transaction().execute(async (transaction) => {
            await transaction.insertInto('app.entries').values({ said, at: new Date() }).execute();
          }),
        ),
      );
      const found = await database.kysely
        .selectFrom('app.entries')
        .where('said', 'like', 'many-%')
        .selectAll()
        .execute();
      expect(found).toHaveLength(20);
    });

    it('says the SQLSTATE of a refusal', async () => {
      const twice = sql`insert into app.entries (id, said) overriding system value values (1, 'again')`;
      await expect(database.asOwner((owner) => twice.execute(owner))).rejects.toMatchObject({
        code: '23505',
      });
    });

    it('keeps what was written when it is opened again, and migrates nothing twice', async () => {
      await say('kept');
      await database.close();
      database = await openDatabase<Tables>(settings(home.location));
      await database.migrated();
      const kept = database.kysely.selectFrom('app.entries').where('said', '=', 'kept');
      expect(await kept.selectAll().execute()).toHaveLength(1);
    });

    it('goes on with tables that a newer release has migrated further', async () => {
      const later: Migrations = {
        ...migrations,
        '0002_notes': {
          up: async (db: Kysely<unknown>) => {
            await sql`alter table app.entries add column note text`.execute(db);
          },
        },
      };
      await database.close();
      const newer = await openDatabase<Tables>({ ...settings(home.location), migrations: later });
      await newer.migrated();
      await newer.close();
      database = await openDatabase<Tables>(settings(home.location));
      await database.migrated();
      expect((await say('by the older one')).id).toMatch(/^\d+$/);
    });
  });
});

describe('a database in a directory', () => {
  const [engine] = testEngines();

  it('is nobody else’s while it is open', async () => {
    const home = await engine!.start();
    const first = await openDatabase<Tables>(settings(home.location));
    await expect(openDatabase<Tables>(settings(home.location))).rejects.toThrow(
      /another process uses the database/,
    );
    await first.close();
    const second = await openDatabase<Tables>(settings(home.location));
    await second.close();
    await home.stop();
  });

  it('holds no databases to make others from, which would be half of it', async () => {
    const home = await engine!.start();
    const database = await openDatabase<Tables>(settings(home.location));
    await database.migrated();
    const { rows } = await sql`select datname from pg_database`.execute(database.kysely);
    expect(rows).toEqual([{ datname: 'postgres' }]);
    await database.close();
    await home.stop();
  });

  it('is there within two seconds on a first start', async () => {
    const home = await engine!.start();
    const began = performance.now();
    const database = await openDatabase<Tables>(settings(home.location));
    await database.migrated();
    const took = performance.now() - began;
    await database.close();
    await home.stop();
    // Ten times what it takes on a quiet machine, and still less than initialising.
    expect(took).toBeLessThan(20_000);
  });
});

const [, postgres] = testEngines();

describe.skipIf(postgres?.skipped)('a server that goes away', () => {
  it('is said to be unavailable, and is used again when it is back', async () => {
    const home = await postgres!.start();
    const server = home.server!;
    const database = await openDatabase<Tables>(settings(home.location));
    await database.migrated();
    const count = () => database.kysely.selectFrom('app.entries').selectAll().execute();
    await count();
    await server.halt();
    await expect(count()).rejects.toBeInstanceOf(DatabaseUnavailable);
    const asOwner = database.asOwner((owner) => owner.selectFrom('app.entries').execute());
    await expect(asOwner).rejects.toBeInstanceOf(DatabaseUnavailable);
    await server.resume();
    await expect.poll(count, { timeout: 10_000 }).toEqual([]);
    await database.close();
    await home.stop();
  });

  it('may come after the service, which says so until it is migrated', async () => {
    const home = await postgres!.start();
    const server = home.server!;
    await server.halt();
    const database = await openDatabase<Tables>(settings(home.location));
    const count = () => database.kysely.selectFrom('app.entries').selectAll().execute();
    await expect(count()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await server.resume();
    await database.migrated();
    expect(await count()).toEqual([]);
    await database.close();
    await home.stop();
  });

  it('may know the service by a login that owns nothing', async () => {
    const home = await postgres!.start();
    const server = home.server!;
    const owner = await openDatabase<Tables>(settings({ url: server.url() }));
    await owner.migrated();
    await owner.asOwner((db) => sql`create role runtime login`.execute(db));
    await owner.close();
    const location = { url: server.url('runtime'), ownerUrl: server.url() };
    const database = await openDatabase<Tables>(settings(location));
    await database.migrated();
    const row = { said: 'as runtime', at: new Date() };
    await database.kysely.insertInto('app.entries').values(row).execute();
    await expect(
      sql`reset role; drop table app.entries`.execute(database.kysely),
    ).rejects.toThrow();
    await database.close();
    await home.stop();
  });

  it('is migrated once by two replicas that start together', async () => {
    const home = await postgres!.start();
    const replicas = await Promise.all(
      [1, 2, 3].map(() => openDatabase<Tables>(settings(home.location))),
    );
    await Promise.all(replicas.map((replica) => replica.migrated()));
    for (const replica of replicas) {
      expect(await replica.kysely.selectFrom('app.entries').selectAll().execute()).toEqual([]);
      await replica.close();
    }
    await home.stop();
  });
});
