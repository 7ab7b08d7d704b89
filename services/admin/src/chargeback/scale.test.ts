import { testEngines } from '@aicp/common/database/testing/engines';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { startLedger } from '@aicp/ledger/testing/ledger-home';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocate } from './allocation/allocate.ts';
import type { AllocationRule } from './allocation/shares.ts';
import { contentText, toContent, totalsOf } from './reports/report-content.ts';
import { spendOf } from './reports/spend-of.ts';

/** With AICP_FULL_SIZE=1: what a million requests come to, of 200 teams and 5 models in four weeks. */
const isFull = process.env['AICP_FULL_SIZE'] === '1';
const [TEAMS, DAYS, RULES] = isFull ? [200, 28, 50] : [40, 7, 50];
const REQUESTS_A_ROW = 36;
const MODELS = 5;

const [pglite] = testEngines();
const period = { startsMs: Date.UTC(2026, 1, 1), endsMs: Date.UTC(2026, 2, 1) };

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

describe('chargeback of many requests', () => {
  let started: Awaited<ReturnType<typeof startLedger>>;

  beforeAll(async () => {
    started = await startLedger(pglite!);
    await started.database.asOwner(async (owner) => {
      await sql`insert into ledger.dimension
        (hash, organization, business_unit, team, "user", key, model_served, provider, price_version, source)
        select md5(t || '/' || m)::uuid, 'acme', '', 'team-' || t, '', 'key-' || t, 'model-' || m, 'sim', 'p1', 1
        from generate_series(0, ${sql.lit(TEAMS - 1)}) t, generate_series(1, ${sql.lit(MODELS)}) m`.execute(
        owner,
      );
      await sql`insert into ledger.usage_day
        (starts, dimension, requests, unpriced, input, cached_input, cache_write, output, reasoning, audio_input, audio_output, cost_nano)
        select timestamptz '2026-02-01 00:00Z' + d * interval '1 day', id, ${sql.lit(REQUESTS_A_ROW)}, 0,
          1000, 0, 0, 300, 0, 0, 0, (id::bigint * 7919 * (d + 1)) % 99999999977
        from ledger.dimension, generate_series(0, ${sql.lit(DAYS - 1)}) d`.execute(owner);
    });
  }, 120_000);
  afterAll(() => started.stop());

  it('adds up exactly, within ten seconds', async () => {
    const begun = performance.now();
    const ledger = new LedgerReader(started.database);
    const { cells, priceVersions } = await spendOf(ledger, {
      organization: 'acme',
      period,
      since: undefined,
    });
    const same = (id: string): string => id;
    const names = { organization: same, businessUnit: same, team: same };
    const terms = { organization: 'acme', period, timeZone: 'UTC', rules, priceVersions, names };
    const content = toContent({ ...terms, restates: [] }, allocate(cells, rules));
    const bytes = contentText(content).length;
    const took = performance.now() - begun;
    const spent = cells.reduce((sum, { cost }) => sum + cost, 0n);
    const requests = cells.reduce((sum, cell) => sum + cell.requests, 0n);
    const { totalNano, totalCents } = totalsOf(content);
    expect(requests).toBe(BigInt(TEAMS * MODELS * DAYS * REQUESTS_A_ROW));
    expect(totalNano).toBe(spent);
    expect(totalCents).toBe((spent + 5_000_000n) / 10_000_000n);
    expect(content.line_items.length).toBeGreaterThan(cells.length);
    expect(bytes).toBeGreaterThan(0);
    expect(took, `${requests} requests, ${content.line_items.length} line items`).toBeLessThan(
      10_000,
    );
  }, 60_000);
});
