import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@aicp/common/database/testing/engines';
import type { LedgerDatabase } from '../database/tables.ts';
import { DAY_MS } from '../days/day-tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { PARTS, startLedger } from '../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf } from '../testing/records.ts';
import { CacheReader } from './cache-reader.ts';

const hit = (tokens: number, cost: number | null) =>
  usageOf({
    ...{ cache: 'hit', saved: { tokens, cost_nano_usd: cost }, attempts: 0, cost_nano_usd: 0 },
    organization: 'acme',
  });

const RECORDS = [
  usageOf({ cache: 'miss', organization: 'acme' }),
  hit(15, 20_000),
  hit(10, null),
  usageOf({ cache: 'bypass', organization: 'acme' }),
  usageOf({ organization: 'acme' }),
  { ...hit(1, 5), organization: 'globex' },
  { ...hit(100, 100), at: new Date(NOON_MS - 2 * DAY_MS).toISOString() },
];

describe.each(testEngines())('what the cache did, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      const clock = { ...PARTS.clock, now: () => NOON_MS + DAY_MS };
      const writer = new LedgerWriter({ database, clock });
      await writer.ingest(batchOf({ usage: RECORDS }));
    });
    afterAll(() => stop());

    it('is added up from the records of requests, for whoever they are of', async () => {
      const reader = new CacheReader(database);
      const time = { from: NOON_MS - DAY_MS, to: NOON_MS + DAY_MS };
      expect(await reader.sums({ ...time, filter: { organization: 'acme' } })).toEqual({
        ...{ hits: 2, misses: 1, bypassed: 1, tokensSaved: 25n, costSavedNano: 20_000n },
      });
      expect(await reader.sums({ ...time, filter: {} })).toMatchObject({ hits: 3, misses: 1 });
      expect(await reader.sums({ from: 0, to: 1, filter: {} })).toEqual({
        ...{ hits: 0, misses: 0, bypassed: 0, tokensSaved: 0n, costSavedNano: 0n },
      });
    });
  });
});
