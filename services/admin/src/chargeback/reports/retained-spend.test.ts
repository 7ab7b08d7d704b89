import { testEngines } from '@aicp/common/database/testing/engines';
import { dropDays, dropFineSums } from '@aicp/ledger/days/drop-days';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { startLedger } from '@aicp/ledger/testing/ledger-home';
import { batchOf, usageOf } from '@aicp/ledger/testing/records';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contextOf, problem, somebody } from '../../resources/testing/resource-fixture.ts';
import { usageWithin } from '../../spend/ledger/usage-sums.ts';
import { SpendReports } from '../../spend/reports/spend-reports.ts';
import { ChargebackFixture, FEBRUARY, ruleOf } from '../testing/chargeback-fixture.ts';
import type { ChargebackReports } from './chargeback-reports.ts';

const [pglite] = testEngines();
const USD = 1_000_000_000;

describe('what is left of spend when its days are dropped', () => {
  let fixture: ChargebackFixture;
  let ledger: Awaited<ReturnType<typeof startLedger>>;
  let reader: LedgerReader;
  let reports: ChargebackReports;
  let spend: SpendReports;

  beforeAll(async () => {
    fixture = await ChargebackFixture.start(pglite!);
  }, 60_000);
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.reset();
    fixture.rules = [ruleOf('all', '100')];
    ledger = await startLedger(pglite!);
    reader = new LedgerReader(ledger.database);
    reports = fixture.reportsOn(reader);
    spend = new SpendReports({
      store: fixture.resources.store,
      ledger: reader,
      clock: fixture.clock,
    });
  });
  afterEach(() => ledger.stop());

  const spent = async (...all: readonly (readonly [at: string, usd: number, by?: string])[]) => {
    const writer = new LedgerWriter({ database: ledger.database, clock: fixture.clock });
    const usage = all.map(([at, usd, organization = 'acme']) =>
      usageOf({ at, organization, cost_nano_usd: usd * USD }),
    );
    await writer.ingest(batchOf({ usage }));
  };
  /** In Berlin, February begins at 23:00 of the last of January (UTC), and ends likewise. */
  const spentInFebruary = () =>
    spent(
      ['2026-01-31T22:30:00Z', 1],
      ['2026-01-31T23:30:00Z', 2],
      ['2026-02-10T12:00:00Z', 4],
      ['2026-02-28T22:30:00Z', 8],
      ['2026-02-28T23:30:00Z', 16],
    );
  const dropUntil = async (day: string) => {
    const atMs = Date.parse(`${day}T00:00:00Z`);
    await dropDays(ledger.database, 'usage', atMs);
    await dropFineSums(ledger.database, atMs);
  };
  const generate = (body: object = FEBRUARY, principal = fixture.acme) =>
    reports.generate(contextOf(principal), body as never);

  it('books nothing anew of a finalized month of a time zone, and is refused', async () => {
    await spentInFebruary();
    const { row } = await generate();
    expect(row.total_nano).toBe(String(14 * USD));
    await reports.finalize(contextOf(fixture.acme), row.id);
    expect(await problem(generate())).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Nothing has changed') as string,
    });
    await dropUntil('2026-03-04');
    expect(await problem(generate())).toMatchObject({
      status: 409,
      detail: expect.stringMatching(
        /^Before 2026-03-04T00:00:00.000Z .* 2026-01-31T23:00:00.000Z is within .* midnight in UTC.* retention.usageDays/,
      ) as string,
    });
  });

  it('is no first report of a month whose first hours are gone', async () => {
    await spentInFebruary();
    await dropUntil('2026-02-03');
    expect(await problem(generate())).toMatchObject({ status: 409 });
    const whole = { period_start: '2026-02-01T00:00:00Z', period_end: '2026-02-28T23:00:00Z' };
    expect((await generate(whole)).row.total_nano).toBe(String(12 * USD));
  });

  it('is no report of an organization from the middle of a day on, in UTC either', async () => {
    const made = { creationTimestamp: '2026-02-20T10:05:00Z' };
    const { metadata } = await fixture.resources.put('Organization', 'young', {}, made);
    const owner = { organizationId: 'young', organizationUid: metadata.uid };
    const month = { period_start: '2026-02-01T00:00:00Z', period_end: '2026-03-01T00:00:00Z' };
    const young = somebody('org_admin', owner);
    expect((await generate(month, young)).row.total_nano).toBe('0');
    await dropUntil('2026-02-21');
    expect(await problem(generate(month, young))).toMatchObject({
      status: 409,
      detail: expect.stringContaining('2026-02-20T10:05:01.000Z is within') as string,
    });
    const rest = { ...month, period_start: '2026-02-21T00:00:00Z' };
    expect((await generate(rest, young)).row.total_nano).toBe('0');
  });

  it('is told by days of UTC, each once, and reports say so', async () => {
    await spentInFebruary();
    const asked = { period: 'monthly', date: '2026-02-10' } as const;
    const before = await spend.cost(fixture.acme, asked);
    expect([before.total_cost, before.utc_days_before]).toEqual([14, null]);
    await dropUntil('2026-03-02');
    const after = await spend.cost(fixture.acme, asked);
    expect(after).toMatchObject({
      period_start: '2026-02-01T00:00:00.000Z',
      period_end: '2026-03-01T00:00:00.000Z',
      utc_days_before: '2026-03-02T00:00:00.000Z',
      total_cost: 28,
    });
    expect(after.series).toHaveLength(28);
    expect(after.series.filter(({ cost }) => cost > 0)).toMatchObject([
      { start: '2026-02-10T00:00:00.000Z', cost: 4 },
      { start: '2026-02-28T00:00:00.000Z', cost: 24 },
    ]);
    const day = await spend.cost(fixture.acme, { period: 'daily', date: '2026-02-28' });
    expect(day.series).toMatchObject([{ start: '2026-02-28T00:00:00.000Z', cost: 24 }]);
    const rows = await spend.rows(fixture.acme, asked);
    expect(rows.map(({ start, cost }) => [start.slice(0, 13), cost])).toEqual([
      ['2026-02-10T00', 4],
      ['2026-02-28T00', 24],
    ]);
    const { cost_last_month: last, utc_days_before: utc } = await spend.summary(fixture.acme, {});
    expect([last, utc]).toEqual([28, '2026-03-02T00:00:00.000Z']);
    const trend = await spend.trend(fixture.acme, { days: 5 });
    expect(trend).toMatchObject({ total_cost: 0, previous_cost: 24 });
  });

  it('is not told by hours', async () => {
    await spentInFebruary();
    await dropUntil('2026-03-02');
    const from = Date.parse('2026-02-28T23:00:00Z');
    const asked = { from, to: Date.parse('2026-03-01T00:00:00Z'), groupBy: [] };
    expect(await problem(usageWithin(reader, { filter: {}, sinceMs: 0 }, asked))).toMatchObject({
      status: 409,
    });
  });

  it('tells an organization nothing of the day on which another one of its name was there', async () => {
    const made = { creationTimestamp: '2026-02-10T13:00:00Z' };
    const { metadata } = await fixture.resources.put('Organization', 'reborn', {}, made);
    const owner = { organizationId: 'reborn', organizationUid: metadata.uid };
    const reborn = somebody('org_admin', owner);
    await spent(['2026-02-10T12:00:00Z', 4, 'reborn'], ['2026-02-10T14:00:00Z', 1, 'reborn']);
    const asked = { period: 'monthly', date: '2026-02-10' } as const;
    expect((await spend.cost(reborn, asked)).total_cost).toBe(1);
    await dropUntil('2026-02-11');
    expect((await spend.cost(reborn, asked)).total_cost).toBe(0);
  });
});
