import { openDatabase, shareable, type Database } from '@aicp/common/database/open-database';
import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { openOutbox } from '@aicp/events/testing/events-home';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../database/migrations/index.ts';
import { BUDGET_ROLE, BUDGET_SCHEMA, type BudgetTables } from '../database/tables.ts';
import type { AllStandings } from '../spend/standings.ts';
import { standingsAt } from '../testing/all-standings.ts';
import { budgetOf, sourceOf } from '../testing/builders.ts';
import { AlertKeeper } from './alert-keeper.ts';
import { AlertStore } from './alert-store.ts';

const PARTS = { clock: systemClock, random: Math.random, log: recordingLog().log };
const NOVEMBER = Date.UTC(2026, 10, 24, 12);
const DECEMBER = Date.UTC(2026, 11, 1, 0, 0, 5);
const ML = [budgetOf('ml', 1)];
const EACH = [budgetOf('each', 1, { scope: 'user', value: undefined })];

describe.each(testEngines())('events of budgets on $name', (engine) => {
  let home: TestDatabase;
  let database: Database<BudgetTables>;
  let outbox: EventsDatabase;

  beforeAll(async () => {
    if (engine.skipped !== undefined) return;
    home = await engine.start();
    const location = shareable(home.location, PARTS);
    const place = { schema: BUDGET_SCHEMA, role: BUDGET_ROLE, migrations: MIGRATIONS };
    database = await openDatabase<BudgetTables>({ ...PARTS, location, ...place });
    await database.migrated();
    outbox = await openOutbox(location);
  }, 60_000);
  afterAll(async () => {
    await outbox.close();
    await database.close();
    await home.stop();
  });
  beforeEach(async () => {
    await database.kysely.deleteFrom('alert').execute();
    await database.kysely.deleteFrom('told').execute();
    await outbox.kysely.deleteFrom('event').execute();
  });

  /** A turn of a replica that was just started. */
  async function turn(now: AllStandings): Promise<void> {
    await new AlertKeeper({
      store: new AlertStore(database),
      standings: { now },
      metrics: { alerted: () => undefined },
      clock: new ManualClock(now.figures.atMs),
      log: recordingLog().log,
    }).turn();
  }

  const told = async () => {
    const rows = await outbox.kysely.selectFrom('event').selectAll().orderBy('at').execute();
    for (const { type, data } of rows) {
      const schema = EVENT_CATALOG[type as keyof typeof EVENT_CATALOG].data.strict();
      expect(schema.safeParse(data).error?.message, type).toBeUndefined();
    }
    return rows;
  };
  const types = async () => (await told()).map(({ type }) => type);

  it('tell once of a warning, of what is exceeded, and of the period after it', async () => {
    await turn(standingsAt(NOVEMBER, ML, { ml: 0.5 }));
    expect(await types()).toEqual([]);
    for (const at of [1, 2]) await turn(standingsAt(NOVEMBER + at, ML, { ml: 0.85 }));
    for (const at of [3, 4]) await turn(standingsAt(NOVEMBER + at, ML, { ml: 1.5 }));
    expect(await types()).toEqual(['budget.warning', 'budget.exceeded']);
    for (const at of [0, 1]) await turn(standingsAt(DECEMBER + at, ML, { ml: 0.1 }));
    const all = await told();
    expect(all.map(({ type }) => type)).toEqual([
      'budget.warning',
      'budget.exceeded',
      'budget.reset',
    ]);
    expect(all[1]).toMatchObject({
      ...{ organization: 'acme', subject: 'Budget/ml' },
      data: {
        ...{ budget_id: 'ml', entity_type: 'team', entity_id: 'ml', limit_usd: 1, spent_usd: 1.5 },
        ...{ utilization: 1.5, status: 'exceeded', period_end: '2026-12-01T00:00:00.000Z' },
      },
    });
    expect(all[2]).toMatchObject({
      at: new Date('2026-12-01T00:00:00Z'),
      data: { spent_usd: 0.1, status: 'ok', period_start: '2026-12-01T00:00:00.000Z' },
    });
    expect(new Set(all.map(({ data }) => data['incident'])).size).toBe(1);
  });

  it('tell of no new period where nothing was told in the one before, and of one alone after several', async () => {
    await turn(standingsAt(NOVEMBER, ML, { ml: 0.5 }));
    await turn(standingsAt(DECEMBER, ML, { ml: 0.5 }));
    expect(await types()).toEqual([]);
    await turn(standingsAt(DECEMBER, ML, { ml: 2 }));
    await turn(standingsAt(Date.UTC(2027, 2, 3), ML, {}));
    expect(await types()).toEqual(['budget.exceeded', 'budget.reset']);
  });

  it('tell that a period has begun before they tell that it is exceeded as well', async () => {
    await turn(standingsAt(NOVEMBER, ML, { ml: 2 }));
    await turn(standingsAt(DECEMBER, ML, { ml: 3 }));
    expect(await types()).toEqual(['budget.exceeded', 'budget.reset', 'budget.exceeded']);
    await turn(standingsAt(Date.UTC(2027, 0, 3), ML, {}));
    expect((await types()).at(-1)).toBe('budget.reset');
  });

  it('wait for figures of the new period', async () => {
    const exceeded = standingsAt(NOVEMBER, ML, { ml: 2 });
    await turn(exceeded);
    const { periods } = exceeded.figures;
    const late = standingsAt(DECEMBER, ML, { ml: 2 });
    const standing = { ...late.byId.get('ml')!, period: periods.month };
    Object.defineProperty(late.figures, 'periods', { value: periods });
    await turn({ ...late, byId: new Map([['ml', standing]]) });
    expect(await types()).toEqual(['budget.exceeded']);
  });

  it('tell of each one by itself, of whom a budget of one of each is', async () => {
    await turn(standingsAt(NOVEMBER, EACH, { users: { ada: 2, bob: 1.5, eve: 0.1 } }));
    await turn(standingsAt(DECEMBER, EACH, { users: { bob: 0.2 } }));
    const all = (await told()).map(({ type, data }) => `${type} ${String(data['entity_id'])}`);
    expect(all.sort()).toEqual([
      ...['budget.exceeded ada', 'budget.exceeded bob'],
      ...['budget.reset ada', 'budget.reset bob'],
    ]);
    const incidents = (await told()).map(({ data }) => data['incident']);
    expect(new Set(incidents).size).toBe(2);
  });

  it('say of which object a limit is, and forget one that is not there any more', async () => {
    const ofTeam = [budgetOf('ml', 1, { source: sourceOf('Team', 'ml') })];
    await turn(standingsAt(NOVEMBER, ofTeam, { ml: 2 }));
    expect((await told())[0]).toMatchObject({ subject: 'Team/ml', data: { budget_id: 'team:ml' } });
    await turn(standingsAt(DECEMBER, ML, {}));
    await turn(standingsAt(DECEMBER + 1, ofTeam, {}));
    expect(await types()).toEqual(['budget.exceeded']);
  });

  it('are written by one of two replicas that see it at the same moment, and with the alert or not at all', async () => {
    const exceeded = standingsAt(NOVEMBER, ML, { ml: 2 });
    await Promise.all([turn(exceeded), turn(exceeded)]);
    const next = standingsAt(DECEMBER, ML, {});
    await Promise.all([turn(next), turn(next)]);
    expect(await types()).toEqual(['budget.exceeded', 'budget.reset']);
    // No database keeps such a text.
    const bad = [budgetOf('bad', 1, { displayName: '\u0000' })];
    await expect(turn(standingsAt(NOVEMBER, bad, { ml: 2 }))).rejects.toThrow();
    const alerts = await database.kysely.selectFrom('alert').select('budget_id').execute();
    expect(alerts).toEqual([{ budget_id: 'ml' }]);
  });
});
