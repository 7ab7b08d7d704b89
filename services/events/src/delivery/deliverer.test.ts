import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../channels/channel.ts';
import { Delivering, draft, NOON } from '../testing/delivering.ts';
import { startOutbox } from '../testing/events-home.ts';
import { subscription } from '../testing/subscriptions.ts';
import { deliveryStates } from './delivery-states.ts';
import { replay } from './replay.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const failing = (status: number, more: Partial<Outcome> = {}): Outcome => ({
  kind: 'failed',
  reason: `The receiver answered ${status}.`,
  status,
  ...more,
});

type Home = Awaited<ReturnType<typeof startOutbox>>;

describe.each(testEngines())('deliveries on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: Home;

    beforeAll(async () => {
      home = await startOutbox(engine);
    });
    afterAll(async () => {
      await home.stop();
    });
    beforeEach(async () => {
      await new Delivering(home.database, []).empty();
    });

    it('reach whoever subscribes, once, whatever number of replicas there is', async () => {
      const world = new Delivering(home.database, [
        subscription('all'),
        subscription('acme', { organization: 'acme' }),
        subscription('budgets', { eventTypes: ['budget.*'] }),
        subscription('off', { isActive: false }),
      ]);
      await world.emit(
        draft('a', { organization: 'acme' }),
        draft('b', { type: 'budget.exceeded' }),
        draft('c', { isTest: true, onlyTo: ['budgets'] }),
        draft('d', { onlyTo: ['all'] }),
      );
      const [one, other] = [world.replica('one'), world.replica('other')];
      await Promise.all([world.turn(one), world.turn(other)]);
      await Promise.all([world.turn(one), world.turn(other)]);
      expect([...world.channels.said].sort()).toEqual([
        'acme key.created#1',
        'all budget.exceeded#1',
        'all key.created#1',
        'all key.created#1',
        'budgets budget.exceeded#1',
        'budgets key.created#1',
      ]);
      const rows = await world.rows();
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['delivered']));
      const test = world.channels.sent.find(({ event }) => event.isTest);
      expect(test?.event.data).toEqual({ said: 'c' });
    });

    it('wait without an attempt where others are before them', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const replica = world.replica();
      world.channels.answer = () => ({ kind: 'postponed', afterMs: 7 * SECOND });
      await world.emit(draft('a'));
      await world.turn(replica);
      expect(await world.rows()).toMatchObject([{ status: 'pending', attempts: 0 }]);
      expect(await deliveryStates(home.database)).toEqual([]);
      world.channels.answer = () => ({ kind: 'delivered', status: 200 });
      world.clock.jump(7 * SECOND - 1);
      await world.turn(replica);
      expect(world.channels.sent).toHaveLength(1);
      world.clock.jump(1);
      await world.turn(replica);
      expect(await world.rows()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    });

    it('are tried again in the schedule, under the same id, until they are dead', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const replica = world.replica();
      world.channels.answer = () => failing(500);
      await world.emit(draft('a'));
      const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
      await world.turn(replica);
      for (const [index, seconds] of waits.entries()) {
        world.clock.jump(seconds * SECOND - 1);
        await world.turn(replica);
        expect(world.channels.sent).toHaveLength(index + 1);
        world.clock.jump(1);
        await world.turn(replica);
        expect(world.channels.sent).toHaveLength(index + 2);
      }
      expect(new Set(world.channels.sent.map(({ id }) => id)).size).toBe(1);
      expect(world.channels.sent.map(({ attempt }) => attempt)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
      expect(await world.rows()).toMatchObject([
        { status: 'dead', attempts: 10, last_status: 500, delivered_at: null },
      ]);
      // Nothing was delivered all that time.
      expect(await deliveryStates(home.database)).toMatchObject([
        { name: 'one', consecutiveFailures: 10, dead: 1, disabled: { reason: 'Failing' } },
      ]);
    });

    it('wait for as long as the receiver asks, and the others of an overloaded one with them', async () => {
      const world = new Delivering(home.database, [subscription('one'), subscription('two')]);
      const replica = world.replica();
      world.channels.answer = ({ subscription: { name } }) =>
        name === 'one' ? failing(429, { retryAfterMs: HOUR }) : { kind: 'delivered' };
      await world.emit(draft('a'));
      await world.turn(replica);
      await world.emit(draft('b'));
      world.clock.jump(10 * MINUTE);
      await world.turn(replica);
      expect(world.channels.said.filter((said) => said.startsWith('one'))).toHaveLength(1);
      expect(world.channels.said.filter((said) => said.startsWith('two'))).toHaveLength(2);
      world.channels.answer = () => ({ kind: 'delivered' });
      world.clock.jump(50 * MINUTE);
      await world.turn(replica);
      expect(world.channels.said.filter((said) => said.startsWith('one')).sort()).toEqual([
        'one key.created#1',
        'one key.created#1',
        'one key.created#2',
      ]);
    });

    it('end where the receiver wants no more, and begin again when it is edited', async () => {
      const world = new Delivering(home.database, [subscription('one')], {
        atOncePerSubscription: 1,
      });
      const replica = world.replica();
      world.channels.answer = () => failing(410, { isGone: true });
      await world.emit(draft('a'), draft('b'));
      await world.turn(replica);
      await world.emit(draft('c'));
      await world.turn(replica);
      expect(world.channels.sent).toHaveLength(1);
      expect(world.gone).toEqual(['one']);
      expect((await world.rows()).map(({ status }) => status)).toEqual(['dead', 'cancelled']);
      world.channels.answer = () => ({ kind: 'delivered' });
      world.subscriptions.list = [subscription('one', { generation: 2 })];
      await world.emit(draft('d'));
      await world.turn(replica);
      expect((await world.rows()).map(({ status }) => status)).toEqual([
        'dead',
        'cancelled',
        'delivered',
      ]);
      expect(await deliveryStates(home.database)).toMatchObject([
        { generation: 2, consecutiveFailures: 0, disabled: undefined },
      ]);
    });

    it('are in order where an event says how something stands, and only there', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const replica = world.replica();
      let at = NOON;
      const about = (name: string, type: 'sla.violation' | 'sla.resolved', subject: string) => {
        at += 1;
        return draft(name, { type, subject, at: new Date(at) });
      };
      world.channels.answer = ({ attempt, event }) =>
        event.data['said'] === 'a1' && attempt < 2 ? failing(500) : { kind: 'delivered' };
      await world.emit(about('a1', 'sla.violation', 'SLA/a'));
      await world.emit(about('a2', 'sla.resolved', 'SLA/a'));
      await world.emit(about('b1', 'sla.violation', 'SLA/b'), draft('c'));
      await world.turn(replica);
      const said = () => world.channels.sent.map(({ event }) => event.data['said']);
      expect(said().sort()).toEqual(['a1', 'b1', 'c']);
      world.clock.jump(5 * SECOND);
      await world.turn(replica);
      expect(world.channels.sent.slice(3).map(({ event }) => event.data['said'])).toEqual([
        'a1',
        'a2',
      ]);
    });

    it('of a replica that was killed are tried by another one when the lease has ended', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const [killed, other] = [world.replica('killed'), world.replica('other')];
      world.channels.answer = () => new Promise(() => undefined);
      await world.emit(draft('a'));
      await killed.turn();
      await expect.poll(() => world.channels.sent.length).toBe(1);
      expect(await world.rows()).toMatchObject([{ status: 'delivering', claimed_by: 'killed' }]);
      world.channels.answer = () => ({ kind: 'delivered' });
      world.clock.jump(89 * SECOND);
      await world.turn(other);
      expect(world.channels.sent).toHaveLength(1);
      world.clock.jump(SECOND);
      await world.turn(other);
      expect(world.channels.sent.map(({ id, attempt }) => [id, attempt])).toEqual([
        [world.channels.sent[0]?.id, 1],
        [world.channels.sent[0]?.id, 2],
      ]);
      expect(await world.rows()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    });

    it('of a replica that stops are given back, as if they had not been tried', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const stopping = world.replica('stopping');
      world.channels.answer = () => new Promise(() => undefined);
      await world.emit(draft('a'));
      await stopping.turn();
      await expect.poll(() => world.channels.sent.length).toBe(1);
      const stopped = stopping.stop();
      await expect.poll(() => world.clock.sleeping).toBe(1);
      await world.clock.advance(5 * SECOND);
      await stopped;
      expect(await world.rows()).toMatchObject([
        { status: 'pending', attempts: 0, claimed_by: null },
      ]);
    });

    it('are sent again under the same id where a person asks, also to one that is disabled', async () => {
      const world = new Delivering(home.database, [subscription('one')], { schedule: [0] });
      const replica = world.replica();
      world.channels.answer = () => failing(500);
      await world.emit(draft('a'));
      await world.turn(replica);
      const [dead] = await world.rows();
      expect(dead).toMatchObject({ status: 'dead' });
      expect(await deliveryStates(home.database)).toMatchObject([{ disabled: {} }]);
      world.channels.answer = () => ({ kind: 'delivered', status: 200 });
      const now = () => new Date(world.clock.now());
      expect(await replay(home.database, 'evt_unknown', now())).toBe('unknown');
      expect(await replay(home.database, dead!.id, now())).toBe('replayed');
      await world.turn(replica);
      expect(world.channels.sent.map(({ id }) => id)).toEqual([dead!.id, dead!.id]);
      expect(await deliveryStates(home.database)).toMatchObject([
        { disabled: undefined, dead: 0, lastFailure: { status: 500 } },
      ]);
    });

    it('fail, and are tried again, where a secret is missing or a channel breaks', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const replica = world.replica();
      world.subscriptions.targets = () => ({ missing: 'The Secret hooks has no key url.' });
      await world.emit(draft('a'));
      await world.turn(replica);
      expect(await world.rows()).toMatchObject([
        { status: 'failed', last_error: 'The Secret hooks has no key url.', last_status: null },
      ]);
      world.subscriptions.targets = () => ({ channel: 'webhook', url: 'https://a', secrets: [] });
      world.channels.answer = () => Promise.reject(new Error('a fault'));
      world.clock.jump(5 * SECOND);
      await world.turn(replica);
      expect(await world.rows()).toMatchObject([{ status: 'failed', attempts: 2 }]);
    });
  });
});
