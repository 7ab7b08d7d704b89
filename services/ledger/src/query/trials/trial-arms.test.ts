import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerWriter } from '../../ingest/ledger-writer.ts';
import { startLedger } from '../../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf } from '../../testing/records.ts';
import { LedgerReader } from '../ledger-reader.ts';
import type { TrialQuery } from './trial-query.ts';

const MODELS = { base: 'old', variant: 'new' };
const SECOND_MS = 1_000;

const requestOf = (variant: 'base' | 'variant', more: Partial<UsageRecord> = {}): UsageRecord =>
  usageOf({ ab_test: 't', variant, model_served: MODELS[variant], user: 'ada', ...more });

const late = (seconds: number) => ({
  id: uuidV7(NOON_MS + seconds * SECOND_MS),
  at: new Date(NOON_MS + seconds * SECOND_MS).toISOString(),
});

/** Ada asks the base three times, and bob the variant; others fail, leave, or are refused. */
const RECORDS: readonly UsageRecord[] = [
  requestOf('base', { latency_ms: 100, cost_nano_usd: 1_000 }),
  requestOf('base', { latency_ms: 200, cost_nano_usd: 2_000 }),
  requestOf('base', { latency_ms: 300, cost_nano_usd: null, ...late(10) }),
  requestOf('base', { user: null, key: 'k2', latency_ms: 400, cost_nano_usd: 5_000 }),
  requestOf('base', { completion: 'provider_failed', status: 502, cost_nano_usd: 0 }),
  requestOf('base', { completion: 'refused', status: 429, attempts: 0 }),
  requestOf('base', { organization: 'globex', user: 'eve', cost_nano_usd: 7_000 }),
  requestOf('variant', { user: 'bob', latency_ms: 50, cost_nano_usd: 100 }),
  requestOf('variant', { user: 'bob', completion: 'client_gone', status: 200, cost_nano_usd: 40 }),
  requestOf('variant', { user: 'bob', status: 400 }),
  requestOf('variant', { user: 'bob', model_served: 'other', attempts: 2, cost_nano_usd: 300 }),
  requestOf('variant', { user: 'bob', completion: 'refused', status: 429, attempts: 3 }),
  requestOf('variant', { user: null, key: null, latency_ms: 70, cost_nano_usd: 200 }),
  requestOf('variant', { ab_test: 'another', user: 'bob' }),
  requestOf('variant', { user: 'bob', at: new Date(NOON_MS - SECOND_MS).toISOString() }),
  requestOf('base', { ab_test: 'refusals', completion: 'refused', attempts: 0 }),
];

/** By the places of their requests. */
const SCORES = new Map([
  [0, 1],
  [1, 0],
  [3, -1],
  [RECORDS.length - 1, 1],
]);

const query = (more: Partial<TrialQuery> = {}): TrialQuery => ({
  test: 't',
  unit: 'user',
  sinceMs: NOON_MS,
  splitSinceMs: NOON_MS,
  organization: 'acme',
  models: MODELS,
  ...more,
});

describe.each(testEngines())('requests of A/B tests on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let reader: LedgerReader;
    let stop: () => Promise<void>;

    beforeAll(async () => {
      const ledger = await startLedger(engine);
      ({ stop } = ledger);
      reader = new LedgerReader(ledger.database);
      const writer = new LedgerWriter({ ...ledger, clock: new ManualClock(NOON_MS) });
      await writer.ingest(batchOf({ usage: [...RECORDS] }));
      for (const [index, score] of SCORES) {
        const { id, at, ab_test: test } = RECORDS[index]!;
        await sql`insert into ledger.feedback
          (request_id, organization, key, at, score, is_known, usage_at, usage_id, ab_test, variant)
          values (${id}, 'acme', 'k', ${at}, ${score}, true, ${at}, ${id}, ${test}, 'base')`.execute(
          ledger.database.kysely,
        );
      }
    });
    afterAll(() => stop());

    it('count what was said of answers where there are no other figures', async () => {
      const { base } = await reader.trialArms(query({ test: 'refusals' }));
      expect(base).toMatchObject({ requests: 0, measures: { feedback: { units: 1 } } });
    });

    it('are added up by who asked', async () => {
      const { base, variant } = await reader.trialArms(query());
      expect(base).toMatchObject({ requests: 5, units: 2, answered: 4, costNano: 8_000 });
      expect(base.latencyMs).toBe(1_000);
      expect(base).toMatchObject({ tokensIn: 40, tokensOut: 20 });
      expect(base.measures.cost).toEqual({
        ...{ units: 2, x: 3, y: 8_000, xx: 5, yy: 3_000 ** 2 + 5_000 ** 2, xy: 11_000, mostX: 2 },
      });
      expect(base.measures.tokens).toMatchObject({ units: 2, x: 4, y: 60, xy: 3 * 45 + 15 });
      expect(base.measures.latency.y).toBeCloseTo(Math.log(100 * 200 * 300 * 400));
      expect(variant).toMatchObject({ requests: 6, units: 2, answered: 3, costNano: 2_640 });
    });

    it('fail by what the model did, and not by what the caller did', async () => {
      const { base, variant } = await reader.trialArms(query());
      expect(base.measures.errors).toMatchObject({ x: 5, y: 1 });
      // Another model had to answer, and the provider took no more requests.
      expect(variant.measures.errors).toMatchObject({ x: 4, y: 2 });
    });

    it('have the time that all but one in twenty took', async () => {
      const { base, variant } = await reader.trialArms(query());
      expect(base.p95Ms).toBeGreaterThan(396);
      expect(base.p95Ms).toBeLessThan(404);
      expect(variant.p95Ms).toBeCloseTo(70, -0.5);
    });

    it('are of one organization, or of all', async () => {
      const all = await reader.trialArms(query({ organization: undefined }));
      expect(all.base).toMatchObject({ requests: 6, units: 3 });
    });

    it('are told apart by key, or each for itself', async () => {
      const byKey = await reader.trialArms(query({ unit: 'key' }));
      expect(byKey.base.measures.tokens).toMatchObject({ units: 2, mostX: 3 });
      const each = await reader.trialArms(query({ unit: 'request' }));
      expect(each.base).toMatchObject({ requests: 5, units: 5 });
      expect(each.base.measures.tokens).toMatchObject({ units: 4, x: 4, xx: 4, mostX: 1 });
    });

    it('count as of the split that is, where they came since', async () => {
      const { base, variant } = await reader.trialArms(
        query({ splitSinceMs: NOON_MS + 5 * SECOND_MS }),
      );
      expect(base.unitsOfSplit).toBe(1);
      const each = await reader.trialArms(
        query({ unit: 'request', splitSinceMs: NOON_MS + 5 * SECOND_MS }),
      );
      expect(each.base.unitsOfSplit).toBe(1);
      expect(variant.unitsOfSplit).toBe(0);
    });

    it('have the scores that people gave them, by who gave them', async () => {
      const { base, variant } = await reader.trialArms(query());
      // Scores from −1 to 1 count from 0 to 1.
      expect(base.measures.feedback).toMatchObject({ units: 2, x: 3, y: 1.5 + 0, xx: 5, mostX: 2 });
      expect(variant.measures.feedback).toMatchObject({ units: 0, x: 0 });
      const each = await reader.trialArms(query({ unit: 'request' }));
      expect(each.base.measures.feedback).toMatchObject({ units: 3, x: 3, xx: 3, yy: 1.25 });
    });

    it('are nothing where there are none', async () => {
      const { base } = await reader.trialArms(query({ test: '' }));
      expect(base).toMatchObject({ requests: 0, units: 0, p95Ms: undefined });
    });
  });
});
