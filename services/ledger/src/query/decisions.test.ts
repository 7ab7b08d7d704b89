import { testEngines } from '@aicp/common/database/testing/engines';
import { sql } from 'kysely';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { batchOf, decisionOf, NOON_MS } from '../testing/records.ts';
import type { DecisionFilter } from './decisions.ts';
import { LedgerReader } from './ledger-reader.ts';

const DAY_MS = 86_400_000;

/** Of the day of the test, but for the first one; two are of one moment. */
const records: readonly DecisionRecord[] = [
  { minus: DAY_MS, organization: 'acme', team: 'ml', key: 'k1' },
  { minus: 3000, organization: 'acme', team: 'ml', key: 'k1', user: 'ada' },
  { minus: 2000, organization: 'acme', team: 'web', key: 'k2' },
  { minus: 1000, organization: 'globex', team: 'ml', key: 'k1', user: 'ada' },
  { minus: 0, key: 'root' },
  { minus: 0, organization: 'acme', key: 'k3' },
  { minus: 5000, organization: 'umbra', key: 'k4', user: 'ada' },
  { minus: 4000, organization: 'umbra', key: 'k5', user: 'ada', user_from: 'request' },
].map(({ minus, ...attributes }, index) => {
  const isDenied = index === 2;
  return decisionOf({
    id: uuidV7(NOON_MS - minus),
    at: new Date(NOON_MS - minus).toISOString(),
    request_id: `r${index % 3}`,
    attributes,
    asked_model: index === 1 ? 'best' : 'fast',
    ...(isDenied
      ? { result: 'deny', model: null, provider: null, status: 403 }
      : { model: 'fast' }),
    steps: [{ stage: 'policies', outcome: 'matched', policy: index < 2 ? 'p1' : 'p2' }],
  });
});

describe.each(testEngines())('decisions in the ledger on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let reader: LedgerReader;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      reader = new LedgerReader(database);
      const writer = new LedgerWriter({ database, clock: new ManualClock(NOON_MS) });
      await writer.ingest(batchOf({ decisions: [...records] }));
    });
    afterAll(() => stop());

    const found = async (filter: DecisionFilter, limit = 100) =>
      (await reader.decisions(filter, { limit })).map(({ id }) => placeOf(id));
    const placeOf = (id: string) => records.findIndex((one) => one.id === id);

    it('are told whole, the newest first', async () => {
      const all = await reader.decisions({ reach: {} }, { limit: 100 });
      const times = all.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(all).toHaveLength(records.length);
      expect(all.at(-1)).toEqual(records[0]);
    });

    it('come page by page, each once, also those of one moment', async () => {
      const seen: number[] = [];
      let last: DecisionRecord | undefined;
      do {
        const before = last && { atMs: Date.parse(last.at), id: last.id };
        [last] = await reader.decisions({ reach: {} }, { limit: 1, before });
        if (last) seen.push(placeOf(last.id));
      } while (last);
      expect(seen).toEqual(await found({ reach: {} }));
      expect(new Set(seen).size).toBe(records.length);
    });

    it('are those of whom they are asked for', async () => {
      const cases: readonly [DecisionFilter['reach'], number[]][] = [
        [{ organization: 'acme' }, [5, 2, 1, 0]],
        [{ organization: 'acme', team: ['ml', 'web'] }, [2, 1, 0]],
        [{ organization: 'acme', team: [] }, []],
        [{ organization: 'acme', user: 'ada' }, [1]],
        [{ organization: 'acme', key: 'k1' }, [1, 0]],
        [{ organization: 'acme', key: 'k1', sinceMs: NOON_MS - 3000 }, [1]],
        [{ organization: 'globex' }, [3]],
        [{ organization: '' }, [4]],
        [{ organization: 'umbra', user: 'ada', user_from: '' }, [6]],
        [{ organization: 'umbra', user: 'ada', user_from: 'request' }, [7]],
        [{ organization: 'nobody' }, []],
      ];
      for (const [reach, expected] of cases) {
        expect(await found({ reach }), JSON.stringify(reach)).toEqual(expected);
        expect(await reader.decisionCount({ reach }, 100)).toBe(expected.length);
      }
    });

    it('are narrowed by model, policy, key, result and time', async () => {
      const reach = { organization: 'acme' };
      expect(await found({ reach, model: 'best' })).toEqual([1]);
      expect(await found({ reach, model: 'fast' })).toEqual([5, 2, 1, 0]);
      expect(await found({ reach, policy: 'p1' })).toEqual([1, 0]);
      expect(await found({ reach, key: 'k2' })).toEqual([2]);
      expect(await found({ reach, result: 'deny' })).toEqual([2]);
      expect(await found({ reach, sinceMs: NOON_MS - 2000 })).toEqual([5, 2]);
      expect(await found({ reach, untilMs: NOON_MS - 2000 })).toEqual([1, 0]);
      expect(await found({ reach, team: 'web' })).toEqual([2]);
      expect(await found({ reach: {}, user: 'ada' })).toEqual(
        expect.arrayContaining([3, 6, 7]) as number[],
      );
      expect(await found({ reach: { ...reach, team: 'ml' }, team: 'web' })).toEqual([]);
      expect(await found({ reach, key: "'; drop table ledger.decision; --" })).toEqual([]);
    });

    it('are counted no further than asked', async () => {
      expect(await reader.decisionCount({ reach: {} }, 2)).toBe(3);
    });

    it('are found by their id, and by that of their request, by whoever may see them', async () => {
      const [, second, , theirs] = records;
      expect(await reader.decision(second!.id, {})).toEqual(second);
      expect(await reader.decision(second!.id.toUpperCase(), {})).toEqual(second);
      expect(await reader.decision('r0', { organization: 'acme' })).toEqual(records[0]);
      expect(await reader.decision('r0', {})).toEqual(theirs);
      expect(await reader.decision(theirs!.id, { organization: 'acme' })).toBeUndefined();
      expect(await reader.decision('r9', {})).toBeUndefined();
    });

    it('have indexes for an organization and for an id on every day', async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count
        from pg_indexes where schemaname = 'ledger' and tablename like 'decision\\_%'
        and (indexdef like '%(organization, at, id)%' or indexdef like '%(id)%')`.execute(
        database.kysely,
      );
      expect(rows[0]?.count).toBe(4);
    });
  });
});
