import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { systemClock } from '../../time/clock.ts';
import { openDatabase, shareable, type Database } from '../open-database.ts';
import { testEngines, type TestDatabase } from '../testing/engines.ts';

const [engine] = testEngines();
const parts = { clock: systemClock, log: createLogger({ service: 'test', level: 'silent' }) };

describe('a directory that services of one process share', () => {
  let home: TestDatabase;
  let shared: ReturnType<typeof shareable>;

  beforeEach(async () => {
    home = await engine!.start();
    shared = shareable(home.location, parts);
  });

  afterEach(() => home.stop());

  /** A service with one table of its own, which is called as the others' are. */
  const open = (schema: string): Promise<Database<unknown>> =>
    openDatabase<unknown>({
      ...parts,
      location: shared,
      schema,
      role: `aicp_${schema}`,
      random: Math.random,
      migrations: {
        '0001-notes': {
          up: async (db: Kysely<unknown>) => {
            await sql`create table ${sql.table(`${schema}.notes`)} (said text not null)`.execute(
              db,
            );
            await sql`grant select, insert on ${sql.table(`${schema}.notes`)} to ${sql.id(`aicp_${schema}`)}`.execute(
              db,
            );
          },
        },
      },
    });

  const say = (database: Database<unknown>, said: string) =>
    sql`insert into ${sql.table(`${database.schema}.notes`)} values (${said})`.execute(
      database.kysely,
    );
  const heard = async (database: Database<unknown>) =>
    (
      await sql<{
        said: string;
      }>`select said from ${sql.table(`${database.schema}.notes`)}`.execute(database.kysely)
    ).rows.map(({ said }) => said);

  it('holds the tables of each, under a role of its own, however they take turns', async () => {
    const services = await Promise.all(['one', 'two', 'three'].map(open));
    await Promise.all(services.map((service) => service.migrated()));
    await Promise.all(
      services.flatMap((service) => ['a', 'b', 'c'].map((said) => say(service, said))),
    );
    for (const service of services) {
      expect((await heard(service)).sort()).toEqual(['a', 'b', 'c']);
      const { rows } = await sql<{ who: string }>`select current_user as who`.execute(
        service.kysely,
      );
      expect(rows).toEqual([{ who: `aicp_${service.schema}` }]);
    }
    const [one, two] = services;
    await expect(sql`insert into two.notes values ('mine')`.execute(one!.kysely)).rejects.toThrow(
      /permission denied/,
    );
    await one!.asOwner((owner) =>
      sql`insert into two.notes values ('of the owner')`.execute(owner),
    );
    expect(await heard(two!)).toContain('of the owner');
    await expect(sql`select * from one.notes`.execute(two!.kysely)).rejects.toThrow(
      /permission denied/,
    );
    await Promise.all(services.map((service) => service.close()));
  });

  it('is open until the last of them closes it, and may be opened again', async () => {
    const first = await open('one');
    const second = await open('two');
    await Promise.all([first.migrated(), second.migrated()]);
    await first.close();
    await first.close();
    await say(second, 'still here');
    await expect(
      openDatabase({
        ...parts,
        location: home.location,
        schema: 'three',
        role: 'aicp_three',
        random: Math.random,
        migrations: {},
      }),
    ).rejects.toThrow(/another process uses the database/);
    const closing = second.close();
    const again = await open('two');
    await closing;
    await again.migrated();
    expect(await heard(again)).toEqual(['still here']);
    await again.close();
  });

  it('is opened anew by who asks after a failure', async () => {
    const other = shareable(home.location, parts);
    if (!('shared' in other)) throw new Error('a directory is shared');
    const holder = await other.shared.open('aicp_one');
    await expect(open('one')).rejects.toThrow(/another process uses the database/);
    await holder.close();
    const database = await open('one');
    await database.migrated();
    await database.close();
  });
});
