import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryStatus } from '../database/delivery-tables.ts';
import type { EventsDatabase } from '../database/tables.ts';
import { Delivering, draft, NOON } from '../testing/delivering.ts';
import { startOutbox } from '../testing/events-home.ts';
import { subscription } from '../testing/subscriptions.ts';
import { countDeliveries, listDeliveries } from './deliveries.ts';
import { countEvents, listEvents } from './event-log.ts';

const ALL = { organization: undefined, sinceMs: 0 };
const ACME = { organization: 'acme', sinceMs: 0 };
/** Of an organization that is gone. */
const NOBODY = { organization: 'acme', sinceMs: Infinity };
const FIRST = { limit: 100, before: undefined };

describe.each(testEngines())('what is read of events on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: EventsDatabase;
    let stop: () => Promise<void>;
    let world: Delivering;

    const acme = { organization: 'acme' };
    const PLATFORM = subscription('platform', { eventTypes: ['budget.*', 'key.created'] });
    const OWN = subscription('own', { ...acme, eventTypes: ['budget.*'] });

    beforeAll(async () => {
      ({ database, stop } = await startOutbox(engine));
      world = new Delivering(database, [PLATFORM, OWN]);
      const replica = world.replica();
      const at = (minutes: number) => new Date(NOON + minutes * 60_000);
      await world.emit(
        draft('a', { ...acme, type: 'budget.warning', subject: 'Budget/a', at: at(0) }),
        draft('b', { ...acme, type: 'budget.exceeded', subject: 'Budget/b', at: at(1) }),
        // Two of one moment: their ids tell them apart.
        draft('c', { at: at(2) }),
        draft('d', { at: at(2), subject: 'APIKey/d' }),
        draft('e', { type: 'prompt.approved', at: at(3) }),
      );
      world.channels.answer = ({ subscription: { name }, event }) => {
        if (event.subject === 'Budget/b') {
          return name === 'own'
            ? { kind: 'failed', reason: 'it is a bad address', isFinal: true }
            : { kind: 'delivered', status: 200 };
        }
        return event.subject === 'APIKey/d'
          ? { kind: 'failed', status: 500, reason: 'it is down' }
          : { kind: 'delivered', status: 200 };
      };
      await world.turn(replica);
      await world.emit(draft('f', { ...acme, type: 'budget.reset', at: at(4) }));
    }, 60_000);
    afterAll(() => stop());

    const said = async (...[filter, page = FIRST]: Parameters<typeof read>) =>
      (await read(filter, page)).map(({ type, subject, status }) => `${type} ${subject} ${status}`);
    const read = (
      filter: Parameters<typeof listEvents>[1],
      page: Parameters<typeof listEvents>[2] = FIRST,
    ) => listEvents(database.kysely, filter, page);
    const told = async (filter: Parameters<typeof listDeliveries>[1]) => {
      const rows = await listDeliveries(database.kysely, filter, FIRST);
      expect(await countDeliveries(database.kysely, filter)).toBe(rows.length);
      return rows.map((row) => `${row.subscription_name} ${row.event_type} ${row.status}`).sort();
    };

    it('the log says of each event what became of all its deliveries, the newest first', async () => {
      const all = await said({ reach: ALL });
      expect(all.slice(0, 2)).toEqual([
        'budget.reset APIKey/a pending',
        'prompt.approved APIKey/a none',
      ]);
      expect(all.slice(2, 4).sort()).toEqual([
        'key.created APIKey/a delivered',
        'key.created APIKey/d pending',
      ]);
      expect(all.slice(4)).toEqual([
        'budget.exceeded Budget/b failed',
        'budget.warning Budget/a delivered',
      ]);
      expect(await countEvents(database.kysely, { reach: ALL })).toBe(6);
    });

    it('the log of an organization has its own events, and what became of its own deliveries', async () => {
      expect(await said({ reach: ACME })).toEqual([
        'budget.reset APIKey/a pending',
        'budget.exceeded Budget/b failed',
        'budget.warning Budget/a delivered',
      ]);
      const attempts = async (reach: typeof ALL | typeof ACME) =>
        (await read({ reach, subject: 'Budget/a' })).map((event) => event.attempts);
      expect([await attempts(ALL), await attempts(ACME)]).toEqual([[2], [1]]);
    });

    it('the log is narrowed by type, subject and time', async () => {
      const counted = async (filter: Omit<Parameters<typeof listEvents>[1], 'reach'>) => {
        const rows = await read({ reach: ALL, ...filter });
        expect(await countEvents(database.kysely, { reach: ALL, ...filter })).toBe(rows.length);
        return rows.length;
      };
      expect(await counted({ type: 'key.created' })).toBe(2);
      expect(await counted({ type: 'key.created', subject: 'APIKey/d' })).toBe(1);
      expect(await counted({ since: new Date(NOON + 120_000) })).toBe(4);
      expect(await counted({ until: new Date(NOON + 120_000) })).toBe(2);
      expect(await counted({ subject: 'Budget/none' })).toBe(0);
    });

    it('nothing is anybody’s that was of another organization of the name, or of one that is gone', async () => {
      const later = { organization: 'acme', sinceMs: NOON + 60_000 };
      expect(await said({ reach: later })).toHaveLength(2);
      expect(await said({ reach: NOBODY })).toEqual([]);
      expect(await countEvents(database.kysely, { reach: NOBODY })).toBe(0);
      expect(await told({ reach: NOBODY })).toEqual([]);
      expect(await told({ reach: { organization: 'acme', sinceMs: NOON + 1 } })).toEqual([]);
    });

    it('pages of the log go on where they ended, also between events of one moment', async () => {
      const ids: string[] = [];
      let before: Parameters<typeof listEvents>[2]['before'];
      for (;;) {
        const [event] = await read({ reach: ALL }, { limit: 1, before });
        if (!event) break;
        ids.push(event.id);
        before = { atMs: event.at.getTime(), id: event.id };
      }
      expect(ids).toEqual((await read({ reach: ALL })).map(({ id }) => id));
    });

    it('deliveries are listed by subscription, state and event, of whom they are', async () => {
      const own = ['own budget.exceeded dead', 'own budget.warning delivered'];
      expect(await told({ reach: ACME })).toEqual(own);
      expect(await told({ reach: ALL, subscriptionUid: OWN.uid })).toEqual(own);
      expect(await told({ reach: ALL })).toHaveLength(6);
      const inState = (status: DeliveryStatus) => told({ reach: ALL, status });
      expect(await inState('dead')).toEqual(['own budget.exceeded dead']);
      expect(await inState('failed')).toEqual(['platform key.created failed']);
      const [event] = await read({ reach: ALL, subject: 'Budget/b' });
      expect(await told({ reach: ALL, eventId: event!.id })).toEqual([
        'own budget.exceeded dead',
        'platform budget.exceeded delivered',
      ]);
      expect(await told({ reach: ACME, eventId: event!.id })).toEqual(['own budget.exceeded dead']);
    });

    it('pages of deliveries go on where they ended', async () => {
      const { kysely } = database;
      const ids: string[] = [];
      let before: Parameters<typeof listDeliveries>[2]['before'];
      for (;;) {
        const [row] = await listDeliveries(kysely, { reach: ALL }, { limit: 1, before });
        if (!row) break;
        ids.push(row.id);
        before = { atMs: row.created_at.getTime(), id: row.id };
      }
      const all = await listDeliveries(kysely, { reach: ALL }, FIRST);
      expect(ids).toEqual(all.map(({ id }) => id));
    });
  });
});
