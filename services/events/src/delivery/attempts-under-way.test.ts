import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../channels/channel.ts';
import { Delivering, draft } from '../testing/delivering.ts';
import { startOutbox } from '../testing/events-home.ts';
import { subscription } from '../testing/subscriptions.ts';

describe.each(testEngines())('attempts to deliver on $name', (engine) => {
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

    it('to a slow receiver do not hold up those to others', async () => {
      const world = new Delivering(home.database, [subscription('slow'), subscription('quick')], {
        atOnce: 12,
      });
      const replica = world.replica();
      const slow = Promise.withResolvers<Outcome>();
      world.channels.answer = ({ subscription: { name } }) =>
        name === 'slow' ? slow.promise : { kind: 'delivered' };
      await world.emit(...Array.from({ length: 40 }, (_, index) => draft(String(index))));
      await replica.turn();
      const countOf = (start: string) =>
        world.channels.said.filter((said) => said.startsWith(start)).length;
      await expect.poll(() => [countOf('quick'), countOf('slow')]).toEqual([40, 4]);
      slow.resolve({ kind: 'delivered' });
      await replica.idle();
    });

    it('to slow receivers of one organization leave places for others, however many they are', async () => {
      const organization = 'acme';
      const many = Array.from({ length: 9 }, (_, index) =>
        subscription(`slow-${index}`, { organization, eventTypes: ['sla.*'] }),
      );
      const others = [
        subscription('globex', { organization: 'globex' }),
        subscription('platform', { eventTypes: ['key.*'] }),
      ];
      const world = new Delivering(home.database, [...many, ...others], { atOnce: 16 });
      const replica = world.replica();
      const slow = Promise.withResolvers<Outcome>();
      world.channels.answer = ({ subscription: { name } }) =>
        name.startsWith('slow') ? slow.promise : { kind: 'delivered' };
      const countOf = (start: string) =>
        world.channels.said.filter((said) => said.startsWith(start)).length;
      await world.emit(
        ...Array.from({ length: 5 }, (_, index) =>
          draft(`slow ${index}`, { type: 'sla.violation', organization, subject: `S/${index}` }),
        ),
      );
      await replica.turn();
      await expect.poll(() => countOf('slow')).toBe(8);
      await world.emit(draft('1', { organization: 'globex' }), draft('2'));
      await replica.turn();
      await expect.poll(() => [countOf('globex'), countOf('platform')]).toEqual([1, 2]);
      expect(countOf('slow')).toBe(8);
      slow.resolve({ kind: 'delivered' });
      await replica.idle();
      expect(countOf('slow')).toBe(45);
    });

    it('to receivers that fail leave places for the others, however many they are', async () => {
      const silent = Array.from({ length: 8 }, (_, index) => subscription(`silent-${index}`));
      const world = new Delivering(home.database, [...silent, subscription('quick')], {
        ...{ atOnce: 6, atOnceFailing: 2 },
        schedule: Array.from({ length: 10 }, () => 0),
      });
      const replica = world.replica();
      const slow = Promise.withResolvers<Outcome>();
      world.channels.answer = ({ subscription: { name }, attempt }) => {
        if (name === 'quick') return { kind: 'delivered' };
        return attempt > 3
          ? slow.promise
          : { kind: 'failed', reason: 'The receiver answered 500.', status: 500 };
      };
      await world.emit(draft('first'));
      await replica.turn();
      const held = (): number =>
        world.channels.said.filter((said) => said.startsWith('silent') && said.endsWith('#4'))
          .length;
      await expect
        .poll(() => world.channels.said.filter((said) => said.endsWith('#3')).length)
        .toBe(8);
      await expect.poll(held).toBe(2);
      await world.emit(draft('second'));
      await replica.turn();
      await expect
        .poll(() => world.channels.said.filter((said) => said.startsWith('quick')).length)
        .toBe(2);
      expect(held()).toBe(2);
      slow.resolve({ kind: 'delivered' });
      await replica.idle();
    });
  });
});
