import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@aicp/common/database/testing/engines';
import type { LedgerDatabase } from '../database/tables.ts';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf } from '../testing/records.ts';
import { LedgerReader } from './ledger-reader.ts';

const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 10, 23);
const NO_MORE = { input: '0', cached_input: '0', cache_write: '0', reasoning: '0' };
const NO_AUDIO = { audio_input: '0', audio_output: '0' };

describe.each(testEngines())('the ledger on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let reader: LedgerReader;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      reader = new LedgerReader(database);
    });

    afterAll(() => stop());

    it('answers nothing of nothing', async () => {
      const period = { startsMs: DAY, endsMs: DAY + HOUR_MS };
      const subject = { scope: 'global', organization: undefined, value: undefined } as const;
      expect(await reader.spentBy(subject, period)).toBe(0n);
      expect(await reader.usageBy({ from: DAY, to: DAY + HOUR_MS, groupBy: ['key'] })).toEqual([]);
      expect(await reader.recentOutputs({ model: 'm', limit: 10, since: DAY })).toEqual([]);
      expect(await reader.deliveryState()).toEqual([]);
    });

    it('adds up by group and by step', async () => {
      const common = { business_unit: '', team: '', user: '', model_served: 'm', provider: 'p' };
      const ids = await Promise.all(
        ['a', 'b'].map((key, index) =>
          database.kysely
            .insertInto('dimension')
            .values({
              ...common,
              hash: `00000000-0000-0000-0000-00000000000${index}`,
              organization: 'acme',
              key,
              price_version: '1',
              source: 1,
            })
            .returning('id')
            .executeTakeFirstOrThrow(),
        ),
      );
      const [a, b] = ids.map(({ id }) => id);
      const row = (dimension: number, hour: number, cost_nano: string) => ({
        starts: new Date(DAY + hour * HOUR_MS),
        dimension,
        requests: '2',
        unpriced: '1',
        ...NO_MORE,
        ...NO_AUDIO,
        output: '7',
        cost_nano,
      });
      await database.kysely
        .insertInto('usage_hour')
        .values([
          row(a!, 0, '9007199254740993'),
          row(a!, 1, '10'),
          row(b!, 1, '100'),
          row(b!, 2, '1000'),
        ])
        .execute();
      const from = DAY;
      const to = DAY + 3 * HOUR_MS;
      const byKey = await reader.usageBy({ from, to, groupBy: ['key', 'source'] });
      expect(
        byKey.map(({ group, costNano, requests, unpriced }) => [
          group.key,
          group.source,
          costNano,
          requests,
          unpriced,
        ]),
      ).toEqual(
        expect.arrayContaining([
          ['a', 'provider', 9_007_199_254_741_003n, 4, 2],
          ['b', 'provider', 1_100n, 4, 2],
        ]),
      );
      const byStep = await reader.usageBy({
        from,
        to,
        groupBy: [],
        step: [DAY, DAY + 2 * HOUR_MS],
        filter: { key: 'b', source: ['provider'] },
      });
      expect(
        byStep.map(({ startsMs, costNano, tokens }) => [startsMs, costNano, tokens.output]),
      ).toEqual([
        [DAY, 100n, 7n],
        [DAY + 2 * HOUR_MS, 1_000n, 7n],
      ]);
      expect(await reader.usageBy({ from, to, groupBy: [], filter: { source: 'nobody' } })).toEqual(
        [],
      );
      const period = { startsMs: from, endsMs: to };
      const key = (value: string, organization?: string) =>
        ({ subject: { scope: 'key', organization, value }, period }) as const;
      expect(
        await reader.spentByAll([key('b', 'acme'), key('a'), key('b', 'other'), key('c', 'acme')]),
      ).toEqual([1_100n, 9_007_199_254_741_003n, 0n, 0n]);
      // The same as of few, though their rows are found in another way.
      const nobody = Array.from({ length: 30 }, (_, index) => key(`nobody-${index}`, 'acme'));
      expect((await reader.spentByAll([...nobody, key('b', 'acme')])).slice(-2)).toEqual([
        0n,
        1_100n,
      ]);
    });

    it('adds up from within a quarter-hour on, by the requests of the rest of it', async () => {
      const clock = new ManualClock(NOON_MS + HOUR_MS);
      const writer = new LedgerWriter({ database, clock });
      const at = (minutes: number) => new Date(NOON_MS + minutes * 60_000).toISOString();
      const of = (minutes: number, cost: number | null, more: object = {}) =>
        usageOf({ at: at(minutes), key: 'late', input: 1, cost_nano_usd: cost, ...more });
      const usage = [of(1, 1), of(2, 10), of(14, null), of(15, 100), of(40, 1_000)];
      const others = [of(3, 5, { key: 'other' })];
      await writer.ingest(batchOf({ usage: [...usage, ...others] }));
      const filter = { key: 'late' };
      const [from, to] = [Date.parse(at(2)), NOON_MS + HOUR_MS];
      const sums = async (more: object) =>
        (await reader.usageBy({ from, to, groupBy: ['key'], filter, ...more })).map((row) => [
          ...[row.startsMs, row.requests, row.unpriced, row.costNano, row.tokens.input],
        ]);
      expect(await sums({})).toEqual([[from, 4, 1, 1_110n, 4n]]);
      expect(await sums({ step: [from, NOON_MS + HOUR_MS / 2] })).toEqual([
        [from, 3, 1, 110n, 3n],
        [NOON_MS + HOUR_MS / 2, 1, 0, 1_000n, 1n],
      ]);
      expect(await sums({ to: NOON_MS + HOUR_MS / 4 })).toEqual([[from, 2, 1, 10n, 2n]]);
      expect(await sums({ step: 'quarter' })).toHaveLength(3);
      await expect(sums({ to: to + 1 })).rejects.toThrow('whole quarter-hours');
    });

    it('refuses steps that do not rise', async () => {
      const query = { from: DAY, to: DAY + HOUR_MS, groupBy: [], step: [DAY, DAY] } as const;
      await expect(reader.usageBy(query)).rejects.toThrow(/steps rise/);
    });

    it('lets whoever brings facts in forget none', async () => {
      await expect(sql`delete from ledger.usage_day`.execute(database.kysely)).rejects.toThrow(
        /permission denied/,
      );
    });
  });
});
