import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { openDatabase } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOutbox } from '../testing/events-home.ts';
import { emitEvents } from './emit-events.ts';
import { eventIdOf, type EventDraft } from './event-draft.ts';

const NOON = Date.UTC(2026, 10, 24, 12);

const draft = (transition: string, more: Partial<EventDraft> = {}): EventDraft => ({
  type: 'budget.exceeded',
  uid: 'budget-uid',
  transition,
  at: new Date(NOON),
  subject: 'Budget/engineering',
  organization: 'acme',
  data: { spent_usd: 12 },
  ...more,
});

it('an event has the same id however often it is seen, and another for another moment', () => {
  expect(eventIdOf(draft('2026-11'))).toBe(eventIdOf(draft('2026-11', { data: { other: 1 } })));
  const ids = [
    draft('2026-11'),
    draft('2026-12'),
    draft('2026-11', { uid: 'x' }),
    draft('2026-11', { type: 'budget.warning' }),
  ].map(eventIdOf);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toMatch(/^evt_[0-9a-f]{32}$/);
});

describe.each(testEngines())('before there is an outbox on $name', (engine) => {
  it.skipIf(engine.skipped)('events say that the database is not ready yet', async () => {
    const home = await engine.start();
    const database = await openDatabase({
      ...{ location: home.location, clock: systemClock, random: Math.random },
      ...{ schema: 'other', role: 'aicp_other', migrations: {} },
      log: createLogger({ service: 'test', level: 'silent' }),
    });
    await database.migrated();
    const written = database.kysely
      .transaction()
      .execute(async (tx) => emitEvents(tx, [draft('a')]));
    await expect(written).rejects.toBeInstanceOf(DatabaseUnavailable);
    await database.close();
    await home.stop();
  });
});

describe.each(testEngines())('events on $name', (engine) => {
  const context = {} as Partial<Awaited<ReturnType<typeof startOutbox>>> &
    Pick<Awaited<ReturnType<typeof startOutbox>>, 'database'>;
  beforeAll(async () => {
    if (engine.skipped === undefined) Object.assign(context, await startOutbox(engine));
  });
  afterAll(async () => {
    await context.stop?.();
  });

  it.skipIf(engine.skipped)('are written once, and not where the transaction fails', async () => {
    const { kysely } = context.database;
    const all = [draft('a'), draft('b'), draft('a')];
    expect(await emitEvents(kysely, all.slice(0, 2))).toHaveLength(2);
    expect(await emitEvents(kysely, [...all.slice(2), draft('c')])).toEqual([
      eventIdOf(draft('c')),
    ]);
    const failing = kysely.transaction().execute(async (tx) => {
      await emitEvents(tx, [draft('d')]);
      throw new Error('the business failed');
    });
    await expect(failing).rejects.toThrow('the business failed');
    const rows = await kysely.selectFrom('event').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual(
      ['a', 'b', 'c'].map((name) => eventIdOf(draft(name))).sort(),
    );
  });
});
