import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { testEngines } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerReader } from '../query/ledger-reader.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { attemptOf, batchOf, decisionOf, NOON_MS, sumOf, usageOf } from '../testing/records.ts';
import { LedgerWriter } from './ledger-writer.ts';

const HOUR = { startsMs: NOON_MS, endsMs: NOON_MS + 3_600_000 };
const clock = { ...systemClock, now: () => NOON_MS };

describe.each(testEngines())('facts that come in on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let writer: LedgerWriter;
    let reader: LedgerReader;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      writer = new LedgerWriter({ database, clock });
      reader = new LedgerReader(database);
    });

    afterAll(() => stop());

    const spentByKey = (key: string) =>
      reader.spentBy({ scope: 'key', organization: 'acme', value: key }, HOUR);

    it('count once each, however often they are sent, and what was new is told', async () => {
      const [first, second] = [usageOf({ key: 'once' }), usageOf({ key: 'once' })];
      const attempts = [1, 2].map((number) => attemptOf({ usage_id: first.id, number }));
      const sums = [sumOf({ key: 'once' })];
      const decisions = [decisionOf()];
      const batch = batchOf({ usage: [first, first], attempts, sums, decisions });
      expect(await writer.ingest(batch)).toEqual({
        usage: [first],
        sums,
        accepted: 5,
        known: 1,
        refused: [],
      });
      const again = await writer.ingest(batchOf({ ...batch, usage: [second, first] }));
      expect(again).toMatchObject({ usage: [second], sums: [], accepted: 1, known: 5 });
      expect(await spentByKey('once')).toBe(9_000n);
    });

    it('are told from one another by every dimension, and by tags', async () => {
      const unpriced = usageOf({
        key: 'tags',
        cost_nano_usd: null,
        tags: { app: 'a=b', env: 'x' },
      });
      const priced = usageOf({ key: 'tags', cost_nano_usd: 250, tags: { app: 'a=b' } });
      await writer.ingest(batchOf({ usage: [unpriced, priced] }));
      const tag = { scope: 'tag', organization: 'acme', value: 'app=a=b' } as const;
      const ofAll = { ...tag, organization: undefined };
      const ofOther = { ...tag, organization: 'other' };
      expect(
        await reader.spentByAll(
          [tag, ofAll, ofOther].map((subject) => ({ subject, period: HOUR })),
        ),
      ).toEqual([250n, 250n, 0n]);
      const [totals] = await reader.usageBy({
        from: HOUR.startsMs,
        to: HOUR.endsMs,
        groupBy: ['key'],
        filter: { key: 'tags' },
      });
      expect(totals).toMatchObject({ requests: 2, unpriced: 1, costNano: 250n });
    });

    it('leave out of what the platform counts what organizations pay for their own Providers', async () => {
      const of = { key: 'payers', model_served: 'paid', tags: { job: 'paid' } } as const;
      const own = usageOf({ ...of, cost_nano_usd: 4, payer: 'organization' });
      await writer.ingest(batchOf({ usage: [own, usageOf({ ...of, cost_nano_usd: 3 })] }));
      const spent = async (scope: 'key' | 'model' | 'tag', value: string, organization?: string) =>
        await reader.spentBy({ scope, organization, value }, HOUR);
      expect(await spent('key', 'payers', 'acme')).toBe(7n);
      expect([await spent('model', 'paid'), await spent('model', 'paid', 'acme')]).toEqual([
        3n,
        7n,
      ]);
      expect([await spent('tag', 'job=paid'), await spent('tag', 'job=paid', 'acme')]).toEqual([
        3n,
        7n,
      ]);
      const subject = { scope: 'model', organization: 'acme', value: 'paid' } as const;
      expect(await reader.spentByAll([{ subject, period: HOUR, payer: 'platform' }])).toEqual([3n]);
      const everything = { scope: 'global', organization: undefined, value: undefined } as const;
      const before = await reader.spentBy(everything, HOUR);
      const more = usageOf({ ...of, cost_nano_usd: 9, payer: 'organization' });
      await writer.ingest(batchOf({ usage: [more] }));
      expect(await reader.spentBy(everything, HOUR)).toBe(before);
    });

    it('may say anything that a record can say', async () => {
      const nasty = 'a\u0000b"\\,{}\ud800 \u{1f600}NULL';
      const most = Number.MAX_SAFE_INTEGER;
      const usage = Array.from({ length: 20 }, () =>
        usageOf({
          key: 'nasty',
          team: nasty,
          user: 'x'.repeat(100_000),
          request_id: nasty,
          tags: {
            [nasty]: nasty,
            '\\u0000': '\\\u0000',
            '': '',
            ['n'.repeat(5_000)]: 'v'.repeat(5_000),
          },
          ...{ input: most, output: most, latency_ms: 1e300, first_token_ms: 1e-300 },
          ...{ status: most, attempts: most, cost_nano_usd: most },
        }),
      );
      const attempts = [
        attemptOf({ reason: nasty, provider: 'p'.repeat(5_000), latency_ms: 1e300 }),
      ];
      const decisions = [
        decisionOf({
          status: -1,
          message: nasty,
          steps: [{ stage: nasty, outcome: '', policy: nasty }],
        }),
      ];
      const outcome = await writer.ingest(batchOf({ usage, attempts, decisions, in_flight: most }));
      expect(outcome).toMatchObject({ accepted: 22, refused: [] });
      expect(await spentByKey('nasty')).toBe(20n * BigInt(most));
    });

    it('are refused alone where no row can hold them', async () => {
      const usage = [
        usageOf({ id: 'x' }),
        usageOf({ key: 'good' }),
        usageOf({ at: 'yesterday' }),
        usageOf({ at: new Date(NOON_MS + 90_000_000).toISOString() }),
        usageOf({ at: '1999-01-01T00:00:00Z' }),
      ];
      const { accepted, refused } = await writer.ingest(batchOf({ usage }));
      expect(accepted).toBe(1);
      expect(refused.map(({ part, index }) => [part, index])).toEqual(
        [0, 2, 3, 4].map((index) => ['usage', index]),
      );
      expect(refused[2]?.message).toContain('more than a day ahead');
    });

    it('count for the provider of each attempt, those that failed too', async () => {
      const at = new Date(NOON_MS + 60_000).toISOString();
      const of = (number: number, changes: Parameters<typeof attemptOf>[0]) =>
        attemptOf({ at, number, model: 'm-latency', ...changes });
      await writer.ingest(
        batchOf({
          attempts: [
            of(1, { provider: 'a', outcome: 'failed', reason: 'timeout', latency_ms: 900 }),
            of(2, { provider: 'b', latency_ms: 100 }),
          ],
        }),
      );
      await writer.ingest(batchOf({ attempts: [of(2, { provider: 'b', latency_ms: 300 })] }));
      await writer.ingest(
        batchOf({
          attempts: [of(1, { provider: 'b', at: new Date(NOON_MS).toISOString(), latency_ms: 20 })],
        }),
      );
      const rows = await reader.latencyBy({
        from: HOUR.startsMs,
        to: HOUR.endsMs,
        model: 'm-latency',
      });
      expect(
        rows.map(({ provider, requests, failures }) => [provider, requests, failures]),
      ).toEqual([
        ['a', 1, 1],
        ['b', 3, 0],
      ]);
      const [failed, answered] = rows.map(({ latency }) => latency);
      expect([failed!.count, answered!.count]).toEqual([0, 3]);
      expect(failed!.percentile(50)).toBeUndefined();
      expect(answered!.percentile(50)).toBeCloseTo(100, -1);
      expect(answered!.percentile(100)).toBeCloseTo(300, -1);
      expect(
        await reader.latencyBy({ from: HOUR.startsMs, to: HOUR.endsMs, provider: 'c' }),
      ).toEqual([]);
    });

    it('tell what their gateway said last, and nothing older', async () => {
      const at = (ms: number) => new Date(ms).toISOString();
      const said = {
        replica: 'g',
        sent_at: at(NOON_MS),
        in_flight: 5,
        oldest_left_at: at(NOON_MS - 5),
      };
      await writer.ingest(batchOf(said));
      await writer.ingest(batchOf({ ...said, sent_at: at(NOON_MS - 1_000), in_flight: 9 }));
      const state = (await reader.deliveryState()).find(({ replica }) => replica === 'g');
      expect(state).toEqual({
        replica: 'g',
        lastContactMs: NOON_MS,
        inFlight: 5,
        oldestLeftMs: NOON_MS - 5,
      });
    });

    it('take no word of a gateway for a moment that cannot be', async () => {
      const said = { replica: 'skewed', in_flight: 1 };
      const far = { sent_at: '9999-12-31T00:00:00Z', oldest_left_at: '0001-01-01T00:00:00Z' };
      await writer.ingest(batchOf({ ...said, ...far }));
      const at = new Date(NOON_MS).toISOString();
      await writer.ingest(batchOf({ ...said, sent_at: at, oldest_left_at: null, in_flight: 2 }));
      const state = (await reader.deliveryState()).find(({ replica }) => replica === 'skewed');
      expect(state).toMatchObject({ inFlight: 2, oldestLeftMs: undefined });
    });

    it('answer what a model used of late, the newest first', async () => {
      const of = (seconds: number, changes: Parameters<typeof usageOf>[0] = {}) =>
        usageOf({
          at: new Date(NOON_MS - seconds * 1_000).toISOString(),
          model_served: 'm-recent',
          output: seconds,
          ...changes,
        });
      await writer.ingest(
        batchOf({
          usage: [
            of(3),
            of(1),
            of(2, { key: 'other' }),
            of(4, { source: 'estimate' }),
            of(5, { completion: 'client_gone' }),
          ],
        }),
      );
      const outputs = async (key?: string) =>
        (
          await reader.recentOutputs({
            model: 'm-recent',
            limit: 2,
            since: NOON_MS - 86_400_000,
            ...(key === undefined ? {} : { key }),
          })
        ).map(({ tokens }) => tokens.output);
      expect(await outputs()).toEqual([1, 2]);
      expect(await outputs('k1')).toEqual([1, 3]);
    });

    it('leave nothing of a batch that fails, and it passes later', async () => {
      const record = usageOf({ key: 'whole' });
      const batch = batchOf({ usage: [record] });
      await database.asOwner((owner) =>
        sql`alter table ledger.usage_day add constraint nobody check (requests < 0) not valid`.execute(
          owner,
        ),
      );
      await expect(writer.ingest(batch)).rejects.toThrow(/nobody/);
      await database.asOwner((owner) =>
        sql`alter table ledger.usage_day drop constraint nobody`.execute(owner),
      );
      expect(await spentByKey('whole')).toBe(0n);
      expect((await writer.ingest(batch)).usage).toEqual([record]);
    });

    it('find their tables again when others have changed them meanwhile', async () => {
      const id = uuidV7(NOON_MS);
      await database.asOwner(async (owner) => {
        await sql`drop table ledger.usage_2026_11_23`.execute(owner);
        await sql`truncate ledger.dimension, ledger.tag cascade`.execute(owner);
      });
      const { accepted } = await writer.ingest(
        batchOf({ usage: [usageOf({ id, key: 'again', tags: { app: 'again' } })] }),
      );
      expect(accepted).toBe(1);
      expect(await spentByKey('again')).toBe(1_000n);
    });
  });
});
