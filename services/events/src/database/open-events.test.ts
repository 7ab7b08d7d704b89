import { openDatabase } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { emitEvents } from '../outbox/emit-events.ts';
import { Delivering, draft } from '../testing/delivering.ts';
import { subscription } from '../testing/subscriptions.ts';
import { openEvents } from './open-events.ts';

const PARTS = {
  clock: systemClock,
  random: Math.random,
  log: createLogger({ service: 'test', level: 'silent' }),
};

const [, postgres] = testEngines();

describe.skipIf(postgres!.skipped)('the outbox on a server', () => {
  it('is delivered by a login that owns nothing, and written to by services that read no delivery', async () => {
    const home = await postgres!.start();
    const server = home.server!;
    const owner = await openEvents({ ...PARTS, location: { url: server.url() } });
    await owner.migrated();
    await owner.asOwner(async (db) => {
      await sql`create role runtime login`.execute(db);
      await sql`create schema budget`.execute(db);
    });
    await owner.close();
    const location = { url: server.url('runtime'), ownerUrl: server.url() };
    const outbox = await openEvents({ ...PARTS, location });
    await outbox.migrated();
    const emitting = await openDatabase<Record<never, never>>({
      ...PARTS,
      ...{ location, schema: 'budget', role: 'aicp_budget', migrations: {} },
    });
    await emitting.migrated();
    await emitting.kysely.transaction().execute((tx) => emitEvents(tx, [draft('a')]));
    const world = new Delivering(outbox, [subscription('one')]);
    await world.turn(world.replica());
    expect(world.channels.said).toEqual(['one key.created#1']);
    await expect(sql`select * from events.delivery`.execute(emitting.kysely)).rejects.toThrow(
      /permission denied/,
    );
    await expect(sql`delete from events.event`.execute(emitting.kysely)).rejects.toThrow(
      /permission denied/,
    );
    await emitting.close();
    await outbox.close();
    await home.stop();
  });
});
