import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../channels/channel.ts';
import { Delivering, draft } from '../testing/delivering.ts';
import { startOutbox } from '../testing/events-home.ts';
import { subscription } from '../testing/subscriptions.ts';

const SECOND = 1000;

const digestOf = ({ digest = [] }: Delivery) => digest;

describe.each(testEngines())('deliveries on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: Awaited<ReturnType<typeof startOutbox>>;

    beforeAll(async () => {
      home = await startOutbox(engine);
    });
    afterAll(async () => {
      await home.stop();
    });
    beforeEach(async () => {
      await new Delivering(home.database, []).empty();
    });

    it('past the rate are told in digests, none left out, and PagerDuty’s by themselves', async () => {
      const world = new Delivering(home.database, [
        subscription('one'),
        subscription('pager', { channel: 'pagerduty' }),
      ]);
      const replica = world.replica();
      const drafts = Array.from({ length: 250 }, (_, index) =>
        draft(String(index), { type: 'sla.violation', subject: `SLA/${index % 7}` }),
      );
      await world.emit(...drafts);
      await world.turn(replica);
      world.clock.jump(10 * SECOND);
      await world.turn(replica);
      const to = (name: string) =>
        world.channels.sent.filter(({ subscription: one }) => one.name === name);
      expect(to('pager')).toHaveLength(250);
      const single = to('one').filter(({ digest }) => !digest);
      const digests = to('one').filter(({ digest }) => digest);
      expect(single).toHaveLength(60);
      expect(digests.map(({ event }) => event.type)).toEqual(['events.digest', 'events.digest']);
      expect(digests[0]?.digest).toHaveLength(100);
      const told = [...single.map(({ event }) => event), ...digests.flatMap(digestOf)];
      expect(new Set(told.map(({ id }) => id)).size).toBe(250);
      expect(told).toHaveLength(250);
      const rows = await world.rows();
      expect(rows.every(({ status }) => status === 'delivered')).toBe(true);
    });

    it('of a digest that fails are tried again together, under the same id', async () => {
      const world = new Delivering(home.database, [subscription('one')], { digestAfter: 1 });
      const replica = world.replica();
      world.channels.answer = ({ digest, attempt }) =>
        digest && attempt === 1
          ? { kind: 'failed', status: 500, reason: 'It failed.' }
          : { kind: 'delivered' };
      await world.emit(draft('a'), draft('b'), draft('c'));
      await world.turn(replica);
      world.clock.jump(10 * SECOND);
      await world.turn(replica);
      const members = (await world.rows()).filter(({ digest_id: id }) => id);
      expect(members.map(({ status }) => status)).toEqual(['failed', 'failed']);
      world.clock.jump(5 * SECOND);
      await world.turn(replica);
      const [first, second] = world.channels.sent.filter(({ digest }) => digest);
      expect({ ...second, attempt: 1 }).toEqual(first);
      expect((await world.rows()).map(({ status }) => status)).toEqual(
        Array.from({ length: 4 }, () => 'delivered'),
      );
    });
  });
});
