import { testEngines } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { createRegistry } from '@aicp/common/metrics/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventIdOf } from '../outbox/event-draft.ts';
import { Delivering, draft } from '../testing/delivering.ts';
import { startOutbox } from '../testing/events-home.ts';
import { subscription } from '../testing/subscriptions.ts';
import { deliveryStates } from './delivery-states.ts';
import { EventMetrics } from './event-metrics.ts';
import { DELIVERY_SETTINGS } from './settings.ts';
import { Sweeper } from './sweeper.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

function sweeping(world: Delivering) {
  const registry = createRegistry('test');
  const sweeper = new Sweeper({
    database: world.database,
    subscriptions: world.subscriptions,
    settings: DELIVERY_SETTINGS,
    clock: world.clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: new EventMetrics(registry),
    leads: () => Promise.resolve(true),
  });
  const figure = async (name: string) => {
    const text = await registry.metrics();
    return Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  return { sweeper, figure };
}

describe.each(testEngines())('what is left of events on $name', (engine) => {
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

    it('is dropped when it is old, and not written again by who still sees it', async () => {
      const world = new Delivering(home.database, [subscription('one')]);
      const { sweeper } = sweeping(world);
      world.clock.jump(Date.now() - world.clock.now());
      await world.emit(draft('a'));
      await world.turn(world.replica());
      world.clock.jump(29 * DAY);
      await sweeper.turn();
      expect(await world.rows()).toHaveLength(1);
      world.clock.jump(2 * DAY);
      await sweeper.turn();
      expect(await world.rows()).toEqual([]);
      expect(await home.database.kysely.selectFrom('event').selectAll().execute()).toEqual([]);
      expect(await world.emit(draft('a'), draft('b'))).toEqual([eventIdOf(draft('b'))]);
      world.clock.jump(401 * DAY);
      await sweeper.turn();
      expect(await home.database.kysely.selectFrom('past_event').selectAll().execute()).toEqual([]);
    });

    it('is cancelled where its replica died over it, and the subscription is off', async () => {
      const world = new Delivering(home.database, [subscription('off')]);
      const { sweeper, figure } = sweeping(world);
      world.channels.answer = () => ({ kind: 'failed', reason: 'No.' });
      await world.emit(draft('a'));
      await world.turn(world.replica());
      const leaseEnds = new Date(world.clock.now() + 2 * MINUTE);
      await home.database.kysely
        .updateTable('delivery')
        .set({ status: 'delivering', claimed_by: 'dead', next_at: leaseEnds })
        .execute();
      world.subscriptions.list = [subscription('off', { isActive: false })];
      const statuses = async () => (await world.rows()).map(({ status }) => status);
      world.clock.jump(1.5 * MINUTE);
      await sweeper.turn();
      expect(await statuses()).toEqual(['delivering']);
      world.clock.jump(MINUTE);
      await sweeper.turn();
      expect(await statuses()).toEqual(['cancelled']);
      await sweeper.turn();
      expect(await figure('aicp_events_lag_seconds')).toBe(0);
    });

    it('is cancelled where nobody is there to get it', async () => {
      const world = new Delivering(home.database, [
        subscription('deleted'),
        subscription('off'),
        subscription('stays'),
      ]);
      const { sweeper, figure } = sweeping(world);
      const replica = world.replica();
      world.channels.answer = () => ({ kind: 'failed', reason: 'No.' });
      await world.emit(draft('a'));
      await world.turn(replica);
      world.subscriptions.list = [subscription('off', { isActive: false }), subscription('stays')];
      await sweeper.turn();
      expect(new Set((await world.rows()).map(({ status }) => status))).toEqual(
        new Set(['failed']),
      );
      world.clock.jump(2 * MINUTE);
      await sweeper.turn();
      expect((await world.rows()).map((row) => [row.subscription_name, row.status]).sort()).toEqual(
        [
          ['deleted', 'cancelled'],
          ['off', 'cancelled'],
          ['stays', 'failed'],
        ],
      );
      expect((await deliveryStates(home.database)).map(({ name }) => name)).toEqual([
        'off',
        'stays',
      ]);
      await sweeper.turn();
      expect(await figure('aicp_events_pending_deliveries')).toBe(1);
      expect(await figure('aicp_events_oldest_pending_seconds')).toBe(120);
      // It was due five seconds after it had failed.
      expect(await figure('aicp_events_lag_seconds')).toBe(115);
    });
  });
});
