import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { batchOf, decisionOf, NOON_MS, usageOf } from '../testing/records.ts';
import { LedgerReader } from './ledger-reader.ts';

const used = (afterMs: number, changes: Partial<UsageRecord> = {}): UsageRecord =>
  usageOf({
    id: uuidV7(NOON_MS + afterMs),
    at: new Date(NOON_MS + afterMs).toISOString(),
    latency_ms: 100,
    ...changes,
  });

describe.each(testEngines())('recent traffic on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let reader: LedgerReader;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      reader = new LedgerReader(database);
      const writer = new LedgerWriter({ database, clock: new ManualClock(NOON_MS + 60_000) });
      const usage = [
        used(0),
        used(4_999, { latency_ms: 101, key: 'k2' }),
        used(5_000, { latency_ms: 4_000 }),
        used(6_000, { status: 502, completion: 'provider_failed' }),
        used(7_000, { status: 403, completion: 'refused', model_served: null, provider: null }),
        used(8_000, { organization: 'globex', status: 500 }),
        used(10_000),
      ];
      const decisions = usage.map(({ id, at }, index) =>
        decisionOf({ id, at, ...(index === 5 ? { attributes: { organization: 'globex' } } : {}) }),
      );
      await writer.ingest(batchOf({ usage, decisions }));
    });
    afterAll(() => stop());

    const traffic = async (filter: object = {}) =>
      await reader.recentTraffic({
        ...{ from: NOON_MS, to: NOON_MS + 10_000, stepMs: 5_000, filter },
      });
    const sum = (rows: Awaited<ReturnType<typeof traffic>>, name: 'requests' | 'failures') =>
      rows.reduce((all, row) => all + row[name], 0);

    it('is told by step, model and how long it took', async () => {
      const rows = await traffic({ organization: 'acme' });
      const [first, ...others] = rows.filter(({ startsMs }) => startsMs === NOON_MS);
      expect(others).toEqual([]);
      expect(first).toMatchObject({ model: 'gpt-4o', provider: 'openai', requests: 2, tokens: 30 });
      expect(Math.abs((first?.latencyMs ?? 0) / 100 - 1)).toBeLessThan(0.03);
      const second = rows.filter(({ startsMs }) => startsMs === NOON_MS + 5_000);
      expect([sum(second, 'requests'), sum(second, 'failures')]).toEqual([3, 1]);
      const slow = second.find(({ latencyMs = 0 }) => latencyMs > 1_000);
      expect(Math.abs((slow?.latencyMs ?? 0) / 4_000 - 1)).toBeLessThan(0.03);
      expect(second.filter(({ latencyMs }) => latencyMs !== undefined)).toHaveLength(1);
    });

    it('is of those alone that are asked for', async () => {
      expect(sum(await traffic(), 'requests')).toBe(6);
      expect(sum(await traffic({ key: 'k2' }), 'requests')).toBe(1);
      expect(sum(await traffic({ organization: 'globex' }), 'failures')).toBe(1);
      expect(await traffic({ organization: 'nobody' })).toEqual([]);
    });

    it('is there to be routed again, the newest first, each once', async () => {
      const seen: string[] = [];
      let before: { atMs: number; id: string } | undefined;
      for (;;) {
        const page = await reader.recordedRequests({
          reach: { organization: 'acme' },
          ...{ from: NOON_MS, to: NOON_MS + 10_000, limit: 2, before },
        });
        seen.push(...page.map(({ at }) => at));
        const last = page.at(-1);
        if (!last) break;
        expect(last).not.toHaveProperty('steps');
        before = { atMs: Date.parse(last.at), id: last.id };
      }
      const moments = [7_000, 6_000, 5_000, 4_999, 0];
      expect(seen).toEqual(moments.map((after) => new Date(NOON_MS + after).toISOString()));
    });

    it('says what a request used that was decided on', async () => {
      const [request] = await reader.recordedRequests({
        ...{ reach: {}, from: NOON_MS, to: NOON_MS + 1, limit: 1 },
      });
      const id = request?.id ?? '';
      const tokens = await reader.tokensOfRequests([
        { id, atMs: NOON_MS },
        { id: uuidV7(NOON_MS), atMs: NOON_MS },
      ]);
      expect([...tokens.keys()]).toEqual([id]);
      expect(tokens.get(id)).toMatchObject({ input: 10, output: 5, reasoning: 0 });
      expect(await reader.tokensOfRequests([])).toEqual(new Map());
    });
  });
});
