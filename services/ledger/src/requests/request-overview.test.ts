import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf } from '../testing/records.ts';
import { RequestReader } from './request-reader.ts';

const MINUTE_MS = 60_000;
const HOUR = { from: NOON_MS - 60 * MINUTE_MS, to: NOON_MS };

const at = (minus: number, changes: Partial<UsageRecord> = {}) =>
  usageOf({
    ...{ id: uuidV7(NOON_MS - minus), at: new Date(NOON_MS - minus).toISOString() },
    ...changes,
  });

describe.each(testEngines())('how requests went, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let stop: () => Promise<void>;
    let reader: RequestReader;

    beforeAll(async () => {
      const ledger = await startLedger(engine);
      stop = ledger.stop;
      reader = new RequestReader(ledger.database);
      const writer = new LedgerWriter({
        database: ledger.database,
        clock: new ManualClock(NOON_MS),
      });
      const usage = [
        at(1000, { latency_ms: 100, first_token_ms: 10 }),
        at(2000, { latency_ms: 1000, model_served: 'other', provider: 'b' }),
        at(3000, { completion: 'provider_failed', status: 502, latency_ms: 9 }),
        at(30 * MINUTE_MS, { team: null, cost_nano_usd: null, latency_ms: 5 }),
        at(90 * MINUTE_MS),
        at(1500, { organization: 'globex', team: null, model_served: 'third' }),
      ];
      await writer.ingest(batchOf({ usage }));
    });
    afterAll(() => stop());

    it('is told step by step, without those in which nothing was', async () => {
      const filter = { organization: 'acme' };
      const query = { ...HOUR, filter, stepMs: 5 * MINUTE_MS, mostGroups: 5 };
      const [first, last, ...more] = await reader.overview(query);
      expect(more).toEqual([]);
      expect(first).toMatchObject({
        startsMs: NOON_MS - 30 * MINUTE_MS,
        requests: 1,
        costNano: 0n,
      });
      expect(last).toMatchObject({
        ...{ startsMs: NOON_MS - 5 * MINUTE_MS, requests: 3, failures: 1, costNano: 3000n },
        tokens: { input: 30, output: 15 },
      });
      const [fast, slow] = last!.latency;
      expect(fast!.ms / 100).toBeCloseTo(1, 1);
      expect(slow!.ms / 1000).toBeCloseTo(1, 1);
      expect(last!.firstToken).toEqual([{ requests: 1, ms: expect.closeTo(10, 0) as number }]);
      expect(await reader.count(query, 100)).toBe(4);
      expect(await reader.count(query, 2)).toBe(3);
    });

    it('is told apart by group, the rest together', async () => {
      const query = { ...HOUR, filter: {}, stepMs: 60 * MINUTE_MS, mostGroups: 1 };
      const by = async (groupBy: 'model_served' | 'provider' | 'team') =>
        (await reader.overview({ ...query, groupBy })).map(({ group, requests }) => [
          group,
          requests,
        ]);
      expect(await by('model_served')).toEqual([
        ['gpt-4o', 3],
        [undefined, 2],
      ]);
      expect(await by('team')).toEqual([
        ['ml', 3],
        [undefined, 2],
      ]);
      expect(await by('provider')).toEqual([
        ['openai', 4],
        [undefined, 1],
      ]);
    });
  });
});
