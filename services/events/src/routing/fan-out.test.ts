import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { EVENT_TYPES } from '@aicp/contracts/checks/event-types';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitEvents } from '../outbox/emit-events.ts';
import { eventIdOf } from '../outbox/event-draft.ts';
import { Delivering, draft } from '../testing/delivering.ts';
import { startOutbox } from '../testing/events-home.ts';
import { ListedSubscriptions, subscription } from '../testing/subscriptions.ts';
import { deliveryIdOf } from './delivery-id.ts';
import { fanOut } from './fan-out.ts';
import { matches } from './matches.ts';

const NAMES = ['one', 'two', 'three', 'four'];
const organizations = fc.constantFrom(undefined, 'acme', 'globex');

const events = fc.array(
  fc.record({
    type: fc.constantFrom(...EVENT_TYPES),
    organization: organizations,
    onlyTo: fc.option(fc.subarray(NAMES, { minLength: 1 }), { nil: undefined }),
    isTest: fc.boolean(),
  }),
  { maxLength: 12 },
);

const subscriptions = fc
  .array(
    fc.record({
      organization: organizations,
      eventTypes: fc.subarray(['*', 'budget.*', 'sla.violation', 'key*'], { minLength: 1 }),
      isActive: fc.boolean(),
    }),
    { maxLength: NAMES.length },
  )
  .map((all) => all.map((more, index) => subscription(NAMES[index] ?? '', more)));

describe.each(testEngines())('giving events to subscriptions on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: Awaited<ReturnType<typeof startOutbox>>;
    beforeAll(async () => {
      home = await startOutbox(engine);
    });
    afterAll(async () => {
      await home.stop();
    });

    it('makes one delivery for each that matches, once, however many do it', async () => {
      const { database } = home;
      await fc.assert(
        fc.asyncProperty(events, subscriptions, async (drawn, list) => {
          await new Delivering(database, []).empty();
          const drafts = drawn.map((event, index) => draft(String(index), event));
          await emitEvents(database.kysely, drafts);
          const parts = {
            database,
            subscriptions: new ListedSubscriptions(list),
            clock: new ManualClock(),
          };
          const routed = await Promise.all([fanOut(parts), fanOut(parts)]);
          await fanOut(parts);
          expect(routed[0] + routed[1]).toBe(drafts.length);
          const expected = drafts.flatMap((event, index) =>
            list
              .filter((one) => matches({ ...event, ...drawn[index]! }, one, false))
              .map(({ uid }) => deliveryIdOf(eventIdOf(event), uid)),
          );
          const made = await database.kysely.selectFrom('delivery').select('id').execute();
          expect(made.map(({ id }) => id).sort()).toEqual(expected.sort());
        }),
        { numRuns: 25 },
      );
    });

    it('puts them in the order in which they were written', async () => {
      const { database } = home;
      const world = new Delivering(database, [subscription('one')]);
      await world.empty();
      const drafts = Array.from({ length: 450 }, (_, index) => draft(String(index)));
      for (let start = 0; start < drafts.length; start += 50) {
        await world.emit(...drafts.slice(start, start + 50).reverse());
      }
      const { subscriptions: told, clock } = world;
      expect(await fanOut({ database, subscriptions: told, clock })).toBe(450);
      const tens = (await world.rows()).map(({ event_id: id }) =>
        Math.floor(drafts.findIndex((one) => eventIdOf(one) === id) / 50),
      );
      expect(tens).toEqual(tens.toSorted((a, b) => a - b));
    });
  });
});
