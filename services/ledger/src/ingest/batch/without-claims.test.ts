import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerDatabase } from '../../database/tables.ts';
import { LedgerReader } from '../../query/ledger-reader.ts';
import { startLedger } from '../../testing/ledger-home.ts';
import { batchOf, NOON_MS, sumOf, usageOf } from '../../testing/records.ts';
import { LedgerWriter } from '../ledger-writer.ts';

type Usage = Parameters<typeof usageOf>[0];

const NOTHING = { input: 0, output: 0, cost_nano_usd: null } as const;
const REFUSED = { ...NOTHING, attempts: 0, completion: 'refused', model_served: null } as const;

const claim = (name: string, changes: Usage): Parameters<typeof usageOf>[0] => ({
  ...{ tags: { claim: name }, user: name, user_from: 'request' },
  ...changes,
});

const unserved = [
  usageOf(claim('unknown-model', { ...REFUSED, status: 404 })),
  usageOf(claim('of-its-key', { ...REFUSED, cost_nano_usd: 0, user_from: 'key' })),
];
const served = [
  usageOf(claim('killed', { ...NOTHING, attempts: 0, completion: 'unknown' })),
  usageOf(claim('asked', { ...NOTHING, attempts: 1, completion: 'provider_failed' })),
  usageOf(claim('cached', { ...NOTHING, attempts: 0, cache: 'hit' })),
  usageOf(claim('unpriced', { cost_nano_usd: null })),
];
const sums = [
  sumOf({ ...NOTHING, user: 'sum-of-nothing', user_from: 'request' }),
  sumOf({ user: 'sum', user_from: 'request' }),
];

describe.each(testEngines())('what clients say of themselves on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      const writer = new LedgerWriter({ database, clock: new ManualClock(NOON_MS) });
      await writer.ingest(batchOf({ usage: [...unserved, ...served], sums }));
    });
    afterAll(() => stop());

    const names = async (statement: RawBuilder<{ name: string }>) =>
      (await statement.execute(database.kysely)).rows.map(({ name }) => name);

    it('is kept by name only where somebody was asked, or something was spent', async () => {
      const expected = ['asked', 'cached', 'killed', 'unpriced'];
      expect(await names(sql`select value as name from ledger.tag order by 1`)).toEqual(expected);
      const users = sql<{ name: string }>`select distinct "user" as name
        from ledger.dimension where user_from = 'request' order by 1`;
      expect(await names(users)).toEqual(['asked', 'cached', 'killed', 'sum', 'unpriced']);
      const kept = sql<{ name: string }>`select tags ->> 'claim' as name from ledger.usage
        where tags is not null order by 1`;
      expect(await names(kept)).toEqual(expected);
    });

    it('takes nothing of the user of a key, nor of the count of requests', async () => {
      const found = await new LedgerReader(database).usageBy({
        ...{ from: NOON_MS, to: NOON_MS + 900_000, groupBy: ['user', 'user_from'] },
        filter: { user: ['', 'of-its-key'] },
      });
      const counts = found.map(({ group, requests }) => [group.user, group.user_from, requests]);
      expect(counts.toSorted()).toEqual([
        ['', '', 1 + 7],
        ['of-its-key', '', 1],
      ]);
    });
  });
});
