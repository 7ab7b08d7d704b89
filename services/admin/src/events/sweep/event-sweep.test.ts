import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAdminDatabase } from '../../audit/testing/audit-database.ts';
import { Leader } from '../../findings/leader.ts';
import { KEY_ACTS, KeyWorld } from '../testing/key-world.ts';
import { keyState } from '../testing/object-states.ts';
import { apiKeyWatch } from '../watches/api-key-watch.ts';
import { EventSweep, type EventSweepOptions } from './event-sweep.ts';

const NOON = Date.UTC(2026, 10, 24, 12);
const HOUR = 3_600_000;

describe.each(testEngines())('the sweep on $name', (engine) => {
  let home: Awaited<ReturnType<typeof startAdminDatabase>>;
  let clock: ManualClock;
  let world: KeyWorld;

  beforeAll(async () => {
    if (engine.skipped === undefined) home = await startAdminDatabase(engine);
  }, 60_000);
  afterAll(async () => {
    await home.stop();
  });

  async function begin(): Promise<void> {
    clock = new ManualClock(NOON);
    world = new KeyWorld(() => clock.now());
    await home.database.kysely.deleteFrom('event_watch').execute();
    await home.database.kysely.deleteFrom('event_seen').execute();
    await home.database.kysely.deleteFrom('leader').execute();
    await home.events.kysely.deleteFrom('event').execute();
  }
  beforeEach(begin);

  function replica(more: Partial<EventSweepOptions> = {}) {
    const store = world.cache();
    const sweep = new EventSweep({
      watches: [apiKeyWatch],
      organizationOf: () => 'acme',
      leader: { takes: () => Promise.resolve(true) },
      ready: () => Promise.resolve(),
      ...{ store, database: home.database, clock, log: recordingLog().log },
      ...more,
    });
    return { store, sweep };
  }

  const told = async (): Promise<string[]> => {
    const rows = await home.events.kysely.selectFrom('event').selectAll().execute();
    return rows.map(({ type, data }) => `${type} ${String(data['key_id'])}`).sort();
  };

  it('takes what is there at the first look as known, and tells what comes after it', async () => {
    world.act('create', 'old');
    world.act('create', 'blocked');
    world.act('block', 'blocked');
    const one = replica();
    await one.sweep.sweep();
    expect(await told()).toEqual([]);
    world.act('create', 'new');
    world.act('rotate', 'old');
    world.act('delete', 'blocked');
    one.store.catchUp();
    await one.sweep.sweep();
    expect(await told()).toEqual(['key.created new', 'key.rotated old']);
    const [row] = await home.events.kysely
      .selectFrom('event')
      .selectAll()
      .where('type', '=', 'key.created')
      .execute();
    expect(row).toMatchObject({
      ...{ organization: 'acme', subject: 'APIKey/new', is_test: false, only_to: null },
      data: { key_id: 'new', role: 'member' },
    });
  });

  it('tells after a restart what happened while nobody looked, and nothing twice', async () => {
    world.act('create', 'old');
    await replica().sweep.sweep();
    await clock.advance(HOUR);
    world.act('create', 'new');
    world.act('block', 'old');
    for (const _ of [1, 2]) await replica().sweep.sweep();
    const after = replica();
    await Promise.all([replica().sweep.sweep(), after.sweep.sweep()]);
    expect(await told()).toEqual(['key.created new', 'key.revoked old']);
    world.act('delete', 'new');
    after.store.catchUp();
    await after.sweep.sweep();
    expect(await told()).toEqual(['key.created new', 'key.revoked new', 'key.revoked old']);
  });

  it('is done by one of the replicas alone', async () => {
    const replicas = ['a', 'b'].map((name) =>
      replica({ leader: new Leader({ database: home.database, replica: name }) }),
    );
    await replicas[0]!.sweep.sweep();
    world.act('create', 'new');
    for (const { store } of replicas) store.catchUp();
    await replicas[1]!.sweep.sweep();
    expect(await told()).toEqual([]);
    await replicas[0]!.sweep.sweep();
    expect(await told()).toEqual(['key.created new']);
  });

  it('notes nothing that it could not tell', async () => {
    await replica().sweep.sweep();
    world.act('create', 'new');
    // No database keeps such a text.
    const data = { key_id: '\u0000' };
    const failing = replica({
      watches: [
        {
          ...apiKeyWatch,
          look: (...given) => {
            const { marks, events } = apiKeyWatch.look(...given);
            return { marks, events: events.map((event) => ({ ...event, data })) };
          },
        },
      ],
    });
    await expect(failing.sweep.sweep()).rejects.toThrow();
    expect(await home.database.kysely.selectFrom('event_seen').selectAll().execute()).toEqual([]);
    await replica().sweep.sweep();
    expect(await told()).toEqual(['key.created new']);
  });

  it('does not tell of keys that a cache has lost sight of, and forgets deleted ones in the end', async () => {
    const one = replica();
    await one.sweep.sweep();
    world.act('create', 'new');
    const behind = replica();
    world.act('delete', 'new');
    world.act('create', 'new');
    one.store.catchUp();
    await one.sweep.sweep();
    await behind.sweep.sweep();
    expect(await told()).toEqual(['key.created new', 'key.created new']);
    const states = home.database.kysely.selectFrom('event_seen').selectAll();
    behind.store.catchUp();
    await behind.sweep.sweep();
    expect((await states.execute()).filter((row) => row.gone_at !== null)).toHaveLength(1);
    await clock.advance(25 * HOUR);
    await behind.sweep.sweep();
    expect((await states.execute()).filter((row) => row.gone_at !== null)).toHaveLength(0);
  });

  it('tells many at once', async () => {
    await replica().sweep.sweep();
    const keys = Array.from({ length: 2_300 }, (_, index) =>
      keyState(`key-${index}`, { creationTimestamp: new Date(NOON).toISOString() }),
    );
    const store = { hasSynced: true, read: () => Promise.resolve(undefined) };
    const { sweep } = replica({
      store: { ...store, list: ({ kind }) => (kind === 'APIKey' ? keys : []) },
    });
    await sweep.sweep();
    expect(await told()).toHaveLength(keys.length);
  });

  const step = fc.oneof(
    fc.record({ act: fc.constantFrom(...KEY_ACTS), key: fc.constantFrom('a', 'b') }),
    fc.record({ look: fc.nat(1), after: fc.nat(3) }),
    fc.record({ restart: fc.nat(1) }),
  );

  it('tells everything once, whichever of two replicas sees it first and however far behind the other one is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await begin();
        world.act('create', 'a');
        await replica().sweep.sweep();
        const before = world.happened.length;
        const replicas = [replica(), replica()];
        for (const one of steps) {
          if ('act' in one) {
            world.act(one.act, one.key);
            // Somebody sees each of them, before the next one comes.
            const { store, sweep } = replicas[0]!;
            store.catchUp();
            await sweep.sweep();
          } else if ('look' in one) {
            const { store, sweep } = replicas[one.look]!;
            store.catchUp(one.after);
            await sweep.sweep();
          } else {
            replicas[one.restart] = replica();
          }
        }
        for (const { store, sweep } of replicas) {
          store.catchUp();
          await sweep.sweep();
        }
        expect(await told()).toEqual(world.happened.slice(before).sort());
      }),
      { numRuns: engine.name === 'PGlite' ? 40 : 15 },
    );
  }, 120_000);

  it('tells nothing that did not happen, and nothing twice, where nobody saw every state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await begin();
        await replica().sweep.sweep();
        const replicas = [replica(), replica()];
        for (const one of steps) {
          if ('act' in one) world.act(one.act, one.key);
          else if ('restart' in one) replicas[one.restart] = replica();
          else {
            const { store, sweep } = replicas[one.look]!;
            store.catchUp(one.after);
            await sweep.sweep();
          }
        }
        const left = [...world.happened];
        for (const event of await told()) {
          const found = left.indexOf(event);
          expect(found, `${event} of ${world.happened.join()}`).toBeGreaterThanOrEqual(0);
          left.splice(found, 1);
        }
      }),
      { numRuns: engine.name === 'PGlite' ? 40 : 15 },
    );
  }, 120_000);
});
