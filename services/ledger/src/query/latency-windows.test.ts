import { testEngines } from '@aicp/common/database/testing/engines';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { PARTS, startLedger } from '../testing/ledger-home.ts';
import { attemptOf, batchOf, NOON_MS } from '../testing/records.ts';
import type { LatencySum } from './latency-sum.ts';
import { LedgerReader } from './ledger-reader.ts';

const MINUTE_MS = 60_000;
const DAY = 1_440;
/** Half past noon, and twenty seconds. */
const NOW = NOON_MS + 30 * MINUTE_MS + 20_000;

describe.each(testEngines())('windows of latencies on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let reader: LedgerReader;
    let serial = 0;

    const tell = async (minutesAgo: number, ...changes: Partial<AttemptRecord>[]) => {
      const at = new Date(NOW - minutesAgo * MINUTE_MS).toISOString();
      const id = () => `0193a1f0-5c1e-7b52-9d0c-${String((serial += 1)).padStart(12, '0')}`;
      const attempts = changes.map((one) => attemptOf({ usage_id: id(), at, ...one }));
      const clock = { ...PARTS.clock, now: () => NOW };
      await new LedgerWriter({ database, clock }).ingest(batchOf({ attempts }));
    };
    const windowsOf = async (provider: string, windows: number[], sinceMs?: number) => {
      const since = sinceMs === undefined ? {} : { sinceMs };
      const found = await reader.latencyWindows({ provider, nowMs: NOW, windows, ...since });
      return windows.map((minutes) => found.get('gpt-4o')?.get(minutes));
    };
    const requests = (sums: readonly (LatencySum | undefined)[]) =>
      sums.map((sum) => sum?.requests ?? 0);

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      reader = new LedgerReader(database);
    });
    afterAll(() => stop());

    it('have what came within them, each attempt once', async () => {
      const ago = [0, 1, 2, 60, 121, 181, 12 * 60, 2 * DAY, 29 * DAY];
      for (const minutes of ago) await tell(minutes, { provider: 'a' });
      const windows = [1, 5, 60, 120, 360, DAY, 3 * DAY, 30 * DAY];
      expect(requests(await windowsOf('a', windows))).toEqual([2, 3, 4, 4, 6, 7, 8, 9]);
      expect(requests(await windowsOf('a', [360]))).toEqual([6]);
      expect(requests(await windowsOf('nobody', windows))).toEqual(windows.map(() => 0));
      const since = NOW - 3 * MINUTE_MS;
      expect(requests(await windowsOf('a', windows, since))).toEqual([2, 3, 3, 3, 3, 3, 3, 3]);
      const modelsSinceMs = new Map([['gpt-4o', since]]);
      const found = await reader.latencyWindows({
        ...{ provider: 'a', nowMs: NOW, windows: [5, 30 * DAY], modelsSinceMs },
      });
      expect([...(found.get('gpt-4o')?.values() ?? [])].map((sum) => sum.requests)).toEqual([3, 3]);
    });

    it('tell whose fault failures were, and how many minutes had an answer', async () => {
      const failed = (reason: string) => ({ provider: 'b', outcome: 'failed', reason }) as const;
      await tell(200, failed('timeout'), failed('server_error'), failed('busy'));
      await tell(199, { provider: 'b' }, failed('broken'));
      await tell(199, failed('connection'));
      await tell(199, { provider: 'b', first_token_ms: null, latency_ms: 800 });
      await tell(198, failed('busy'), failed('credential'), failed('overloaded'));
      await tell(198, { provider: 'b', outcome: 'dropped' });
      for (const window of [360, 30 * DAY]) {
        const [sum] = await windowsOf('b', [window]);
        expect(sum).toMatchObject({ requests: 11, answered: 2, providerFailures: 4 });
        expect(sum).toMatchObject({ minutes: 2, minutesUp: 1, availability: 0.5 });
        expect(sum!.errorRate).toBeCloseTo(4 / 6);
        expect([sum!.latency.count, sum!.firstToken.count]).toEqual([2, 1]);
        expect(sum!.latency.percentile(95)! / 800).toBeCloseTo(1, 1);
        expect(sum!.latency.slowerThan(400)).toBe(1);
      }
    });
  });
});
