import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@aicp/common/database/testing/engines';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { SumsDropped } from '../query/coverage.ts';
import { LedgerReader } from '../query/ledger-reader.ts';
import { PARTS, startLedger } from '../testing/ledger-home.ts';
import { attemptOf, batchOf, decisionOf, NOON_MS, sumOf, usageOf } from '../testing/records.ts';
import { DAY_MS, dayOf } from './day-tables.ts';
import { LedgerKeeper } from './ledger-keeper.ts';

const TODAY = dayOf(NOON_MS);

describe.each(testEngines())('retention on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let now = NOON_MS;
    const clock = { ...PARTS.clock, now: () => now };

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
    });

    afterAll(() => stop());

    const tables = async (whole: string) => {
      const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name
        from pg_inherits where inhparent = to_regclass(${`ledger.${whole}`}) order by 1`.execute(
        database.kysely,
      );
      return rows.map(({ name }) => name.replace('ledger.', ''));
    };
    const count = async (table: string) => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n
        from ${sql.id('ledger', table)}`.execute(database.kysely);
      return rows[0]!.n;
    };
    /** Does the chores once. */
    const keep = async (days: { usageDays: number; decisionDays: number } | undefined) => {
      const done = Promise.withResolvers<undefined>();
      const keeper = new LedgerKeeper({
        database,
        retention: () => days,
        clock: {
          ...clock,
          // It waits for its next turn when it has done this one.
          sleep: (ms, signal) => {
            done.resolve(undefined);
            return PARTS.clock.sleep(ms, signal);
          },
        },
        log: PARTS.log,
      });
      keeper.start();
      await done.promise;
      await keeper.stop();
    };
    const spent = (dayMs: number) =>
      new LedgerReader(database).spentBy(
        { scope: 'key', organization: 'acme', value: 'k1' },
        { startsMs: dayMs, endsMs: dayMs + DAY_MS },
      );

    it('makes tables for the days to come, and drops nothing while the settings are unknown', async () => {
      await keep(undefined);
      const days = ['2026_11_23', '2026_11_24', '2026_11_25'];
      expect(await tables('usage')).toEqual(days.map((day) => `usage_${day}`));
      expect(await tables('attempt')).toEqual(days.map((day) => `attempt_${day}`));
      expect(await tables('decision')).toEqual(days.map((day) => `decision_${day}`));
    });

    it('drops days as a whole, keeps sums of days, and counts late records once', async () => {
      const writer = new LedgerWriter({ database, clock });
      const early = new Date(TODAY - 3 * DAY_MS + 60_000).toISOString();
      const known = usageOf({ at: early, tags: { app: 'x' } });
      const attempts = [attemptOf({ at: early }), attemptOf()];
      const decisions = [decisionOf({ at: early }), decisionOf()];
      await writer.ingest(batchOf({ usage: [known, usageOf()], attempts, decisions }));
      await keep({ usageDays: 2, decisionDays: 1 });
      expect((await tables('usage'))[0]).toBe('usage_2026_11_23');
      expect([await count('usage'), await count('attempt'), await count('decision')]).toEqual([
        1, 1, 1,
      ]);
      expect([await count('usage_quarter'), await count('tag_quarter')]).toEqual([1, 0]);
      expect(await spent(TODAY - 3 * DAY_MS)).toBe(1_000n);
      const late = usageOf({ at: early });
      const again = batchOf({
        usage: [known, late],
        attempts,
        decisions,
        sums: [sumOf({ hour: early })],
      });
      expect(await writer.ingest(again)).toMatchObject({ usage: [late], accepted: 2, known: 5 });
      expect(await writer.ingest(again)).toMatchObject({ usage: [], accepted: 0, known: 7 });
      // One that was started anew, or works elsewhere, knows it too.
      const other = new LedgerWriter({ database, clock });
      expect(await other.ingest(again)).toMatchObject({ accepted: 0 });
      await keep({ usageDays: 400, decisionDays: 400 });
      expect(await other.ingest(again)).toMatchObject({ accepted: 0 });
      expect(await spent(TODAY - 3 * DAY_MS)).toBe(9_000n);
    });

    it('refuses exact sums from within a day, or up to within one, of which only the sum is kept', async () => {
      const reader = new LedgerReader(database);
      const kept = await reader.usageKeptFrom();
      const exact = (from: number, to: number, step?: readonly number[]) =>
        reader.usageBy({ from, to, groupBy: [], isExact: true, ...(step ? { step } : {}) });
      const hour = DAY_MS / 24;
      for (const [from, to, step] of [
        [kept - hour, kept + hour],
        [kept - 2 * DAY_MS, kept - hour],
        [kept - 2 * DAY_MS, kept, [kept - 2 * DAY_MS, kept - hour]],
        [kept - hour + 1, kept],
      ] as const) {
        await expect(exact(from, to, step)).rejects.toThrow(SumsDropped);
      }
      expect(await exact(kept - DAY_MS, kept + hour)).toEqual(
        await reader.usageBy({ from: kept - DAY_MS, to: kept + hour, groupBy: [] }),
      );
    });

    it('tries a day that stays an hour later, and drops those of the other part meanwhile', async () => {
      now = NOON_MS + 3 * DAY_MS;
      await keep(undefined);
      await database.asOwner((db) =>
        sql`create view ledger.busy as select * from ledger.usage_2026_11_23`.execute(db),
      );
      const told: unknown[] = [];
      const done = Promise.withResolvers<undefined>();
      // Two minutes, and then an hour.
      const waits = [60_000, 60_000, 3_600_000];
      const keeper = new LedgerKeeper({
        database,
        retention: () => ({ usageDays: 2, decisionDays: 2 }),
        clock: {
          ...clock,
          sleep: (ms, signal) => {
            const wait = waits.shift();
            if (wait === undefined) done.resolve(undefined);
            now += wait ?? 0;
            return wait === undefined ? PARTS.clock.sleep(ms, signal) : Promise.resolve();
          },
        },
        log: Object.assign(Object.create(PARTS.log), {
          warn: (fields: unknown, event: string) => told.push([event, now, fields]),
        }) as typeof PARTS.log,
      });
      const began = now;
      keeper.start();
      await done.promise;
      await keeper.stop();
      expect(told).toMatchObject([
        ['ledger_days_not_dropped', began, { part: 'usage' }],
        ['ledger_days_not_dropped', began + 3_720_000, { part: 'usage' }],
      ]);
      expect((await tables('usage'))[0]).toBe('usage_2026_11_23');
      expect((await tables('decision'))[0]).toBe('decision_2026_11_24');
      await database.asOwner((db) => sql`drop view ledger.busy`.execute(db));
      now = NOON_MS;
    });

    it('is noticed by who brings facts in while it works', async () => {
      const writer = new LedgerWriter({ database, clock });
      const record = usageOf();
      await writer.ingest(batchOf({ usage: [record] }));
      now = NOON_MS + 5 * DAY_MS;
      await keep({ usageDays: 2, decisionDays: 2 });
      expect(await writer.ingest(batchOf({ usage: [record] }))).toMatchObject({ known: 1 });
      const before = await spent(TODAY);
      expect(await writer.ingest(batchOf({ usage: [usageOf()] }))).toMatchObject({ accepted: 1 });
      expect(await spent(TODAY)).toBe(before + 1_000n);
    });

    it('lets go of tags that only dropped days had, and takes them again from who knows them by heart', async () => {
      const writer = new LedgerWriter({ database, clock });
      const spentBy = (value: string) =>
        new LedgerReader(database).spentBy(
          { scope: 'tag', organization: 'acme', value },
          { startsMs: dayOf(now), endsMs: dayOf(now) + DAY_MS },
        );
      const of = (atMs: number, job: string) =>
        usageOf({ at: new Date(atMs).toISOString(), tags: { job } });
      now = NOON_MS + 20 * DAY_MS;
      await writer.ingest(batchOf({ usage: [of(now, 'old'), of(now + DAY_MS, 'kept')] }));
      now += 3 * DAY_MS;
      await keep({ usageDays: 2, decisionDays: 2 });
      const { rows } = await sql<{ value: string }>`select value from ledger.tag
        where name = 'job'`.execute(database.kysely);
      expect(rows).toEqual([{ value: 'kept' }]);
      const again = [of(now, 'old'), of(now, 'kept')];
      expect(await writer.ingest(batchOf({ usage: again }))).toMatchObject({ accepted: 2 });
      expect([await spentBy('job=old'), await spentBy('job=kept')]).toEqual([1_000n, 1_000n]);
    });

    it('refuses what is so late that nobody knows whether it was counted', async () => {
      const writer = new LedgerWriter({ database, clock });
      now = NOON_MS + 400 * DAY_MS;
      await keep({ usageDays: 2, decisionDays: 2 });
      expect(await count('usage_seen')).toBe(0);
      const { accepted, refused } = await writer.ingest(batchOf({ usage: [usageOf()] }));
      expect(accepted).toBe(0);
      expect(refused).toEqual([
        {
          part: 'usage',
          index: 0,
          message: expect.stringContaining('more than a year ago') as string,
        },
      ]);
    });
  });
});
