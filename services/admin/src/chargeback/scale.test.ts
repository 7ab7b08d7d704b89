import { testEngines } from '@aicp/common/database/testing/engines';
import type { LedgerTables } from '@aicp/ledger/database/tables';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { startLedger } from '@aicp/ledger/testing/ledger-home';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '../resources/testing/resource-fixture.ts';
import type { AllocationRule } from './allocation/shares.ts';
import { FORMATS } from './exports/export-formats.ts';
import { ChargebackFixture, FEBRUARY } from './testing/chargeback-fixture.ts';
import { csvRecords, nanoOf } from './testing/csv-records.ts';
import { focusFaults } from './testing/focus-rules.ts';

/** With AICP_FULL_SIZE=1: a million requests of 200 teams at 5 models. */
const isFull = process.env['AICP_FULL_SIZE'] === '1';
const TEAMS = isFull ? 200 : 40;
const MODELS = 5;
const RULES = 50;
/** Of each team and model, on each day (UTC) from the last of January to the last of February: one in even hours, two in odd ones. */
const [REQUESTS_A_DAY, DAYS] = [36, 28];
const REQUESTS = TEAMS * MODELS * DAYS * REQUESTS_A_DAY;

const [pglite] = testEngines();

const rules: AllocationRule[] = Array.from({ length: RULES }, (_, index) => ({
  id: `rule-${index}`,
  name: `Rule ${index}`,
  uid: `uid-${index}`,
  generation: 1,
  organization: 'acme',
  // The last one is for everybody.
  team: index === RULES - 1 ? undefined : `team-${index % Math.ceil(RULES / 2)}`,
  type: 'cost_center',
  target: `CC-${index % 10}`,
  percent: index === RULES - 1 ? '77.7' : '33.333333333',
  metadata: {},
}));

/** Sums of quarter-hours, hours and days that fit each other: all of the days at whose ends February is cut in Berlin, days in between. */
async function spend(owner: Kysely<LedgerTables>): Promise<void> {
  await sql`insert into ledger.dimension
    (hash, organization, business_unit, team, "user", key, model_served, provider, price_version, source)
    select md5(t || '/' || m)::uuid, 'acme', '', 'team-' || t, '', 'key-' || t, 'model-' || m, 'sim', 'p1', 1
    from generate_series(0, ${sql.lit(TEAMS - 1)}) t, generate_series(1, ${sql.lit(MODELS)}) m`.execute(
    owner,
  );
  const columns = sql`(starts, dimension, requests, unpriced, input, cached_input, cache_write, output,
    reasoning, audio_input, audio_output, cost_nano)`;
  // In even hours one request in the second quarter-hour, in odd ones another in the last.
  await sql`insert into ledger.usage_quarter ${columns}
    select starts, id, 1, 0, 27, 0, 0, 9, 0, 0, 0, (id::bigint * 7919 * extract(epoch from starts)::bigint) % 2777777711
    from ledger.dimension, (
      select day + h * interval '1 hour' + q * interval '15 minutes' as starts
      from (values (timestamptz '2026-01-31 00:00Z'), ('2026-02-28 00:00Z')) days (day),
        generate_series(0, 23) h, (values (1), (3)) quarters (q)
      where q = 1 or h % 2 = 1
    ) moments`.execute(owner);
  const sums = sql`dimension, sum(requests), 0, sum(input), 0, 0, sum(output), 0, 0, 0, sum(cost_nano)`;
  for (const [table, step] of [
    ['usage_hour', 'hour'],
    ['usage_day', 'day'],
  ] as const) {
    await sql`insert into ${sql.id('ledger', table)} ${columns}
      select date_trunc(${sql.lit(step)}, starts, 'UTC') as from_then, ${sums}
      from ledger.usage_quarter group by 1, 2`.execute(owner);
  }
  await sql`insert into ledger.usage_day ${columns}
    select timestamptz '2026-02-01 00:00Z' + d * interval '1 day', id, ${sql.lit(REQUESTS_A_DAY)}, 0,
      972, 0, 0, 324, 0, 0, 0, (id::bigint * 7919 * (d + 1)) % 99999999977
    from ledger.dimension, generate_series(0, 26) d`.execute(owner);
}

describe('chargeback of many requests', () => {
  let started: Awaited<ReturnType<typeof startLedger>>;
  let fixture: ChargebackFixture;

  beforeAll(async () => {
    started = await startLedger(pglite!);
    await started.database.asOwner(spend);
    fixture = await ChargebackFixture.start(pglite!);
    await fixture.reset();
    fixture.rules = rules;
    for (let team = 0; team < TEAMS; team += 1) {
      const displayName = `Team ${team}`;
      await fixture.resources.put('Team', `team-${team}`, { organizationId: 'acme', displayName });
    }
  }, 120_000);
  afterAll(async () => {
    await fixture.stop();
    await started.stop();
  });

  /** What February in Berlin cost, by the finest rows that there are. */
  const spent = async (): Promise<bigint> => {
    const { rows } = await sql<{ cost: string }>`select sum(cost_nano)::text as cost from (
      select cost_nano from ledger.usage_quarter
      where starts >= '2026-01-31 23:00Z' and starts < '2026-02-28 23:00Z'
      union all
      select cost_nano from ledger.usage_day
      where starts >= '2026-02-01 00:00Z' and starts < '2026-02-28 00:00Z'
    ) rows`.execute(started.database.kysely);
    return BigInt(rows[0]!.cost);
  };

  it('is generated in a time zone, stored, finalized and exported as valid FOCUS, and adds up exactly, within ten seconds', async () => {
    const context = contextOf(fixture.acme);
    const begun = performance.now();
    const reports = fixture.reportsOn(new LedgerReader(started.database));
    const { row } = await reports.generate(context, FEBRUARY);
    await reports.finalize(context, row.id);
    const report = await reports.export(context, row.id, 'focus');
    const { names } = report;
    const file = FORMATS.focus.write(report, { version: '1.3', names });
    const booked = csvRecords(file);
    const faults = focusFaults(booked, '1.3');
    const took = performance.now() - begun;
    process.stdout.write(
      `${REQUESTS} requests, ${TEAMS} teams, ${RULES} rules: ${booked.length} line items, ${Math.round(took)} ms\n`,
    );
    expect(faults).toEqual([]);
    const total = await spent();
    expect(row).toMatchObject({
      period_start: new Date('2026-01-31T23:00:00Z'),
      total_nano: String(total),
      total_cents: String((total + 5_000_000n) / 10_000_000n),
    });
    expect(booked.reduce((sum, { BilledCost: usd }) => sum + nanoOf(usd!), 0n)).toBe(total);
    const requests = report.content.line_items.reduce(
      (sum, item) => sum + BigInt(item.requests),
      0n,
    );
    expect(requests).toBe(BigInt(REQUESTS));
    expect(booked.length).toBe(row.line_items);
    expect(booked.length).toBeGreaterThan(TEAMS * MODELS);
    expect(booked[0]!['SubAccountName']).toMatch(/^Team [0-9]+$/);
    expect(took).toBeLessThan(10_000);
  }, 60_000);
});
