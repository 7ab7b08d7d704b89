import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerDatabase } from '../../database/tables.ts';
import { DAY_MS } from '../../days/day-tables.ts';
import { dropDays } from '../../days/drop-days.ts';
import { dropTrials } from '../../days/drop-trials.ts';
import { keepFeedback } from '../../days/keep-feedback.ts';
import { LedgerWriter } from '../../ingest/ledger-writer.ts';
import { startLedger } from '../../testing/ledger-home.ts';
import { batchOf, usageOf } from '../../testing/records.ts';
import { fullArms } from './testing/full-arms.ts';
import { trialArms } from './trial-arms.ts';
import type { TrialQuery } from './trial-query.ts';

const HOUR_MS = 3_600_000;
/** So that each test has a day that nobody else has dropped. */
const APART_MS = 10 * DAY_MS;
const SLICE = 3;
/** Sums of numbers with fractions depend on the order, in their last digits. */
const PLACES = 9;

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

const request = fc.record({
  /** Before and after midnight. */
  minute: fc.integer({ min: -90, max: 90 }),
  variant: fc.constantFrom('base', 'variant', null),
  user: fc.constantFrom(null, 'ada', 'bob', 'eve'),
  key: fc.constantFrom(null, 'k1', 'k2'),
  organization: fc.constantFrom('acme', 'acme', 'globex'),
  model_served: fc.constantFrom('old', 'new'),
  completion: fc.constantFrom(
    'complete',
    'complete',
    'complete',
    'provider_failed',
    'refused',
    'client_gone',
  ),
  status: fc.constantFrom(200, 200, 200, null, 400, 502),
  attempts: fc.integer({ min: 0, max: 2 }),
  cost_nano_usd: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  latency_ms: fc.option(fc.integer({ min: 0, max: 100_000 }).map((halves) => halves / 2)),
  input: fc.integer({ min: 0, max: 5_000 }),
  isNamed: fc.boolean(),
} as const);

/** A question that is asked often, and others that the sums have to be begun anew for. */
const question = fc.record({
  unit: fc.constantFrom('user', 'user', 'user', 'key', 'request'),
  since: fc.constantFrom(-60, -60, -60, -120, 15),
  split: fc.constantFrom(-60, -60, 5),
  organization: fc.constantFrom('acme', 'acme', undefined),
  variantModel: fc.constantFrom('new', 'new', 'newer'),
} as const);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ask: fc.array(request, { minLength: 1, maxLength: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ again: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ rate: fc.nat(), score: fc.integer({ min: -4, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ look: question }) },
  { weight: 1, arbitrary: fc.constant({ chores: true } as const) },
);
type Request = Of<typeof request>;
type Question = Of<typeof question>;
type Step = Of<typeof step>;

describe.each(testEngines())('sums of A/B tests on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let midnight = Date.UTC(2026, 10, 23);

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
    });
    afterAll(() => stop());

    /** A trial whose facts come in, and are remembered. */
    function worldOf() {
      midnight += APART_MS;
      const startMs = midnight;
      const test = `t-${String(startMs)}`;
      const writer = new LedgerWriter({ database, clock: new ManualClock(startMs) });
      const usage: UsageRecord[] = [];
      const feedback = new Map<UsageRecord, FeedbackRecord>();
      let [keptMs, saidMs] = [0, startMs];

      const recordOf = ({ minute, isNamed, ...fields }: Request) => {
        const atMs = startMs + minute * 60_000;
        const id = uuidV7(atMs);
        const at = new Date(atMs).toISOString();
        return usageOf({
          id,
          at,
          request_id: isNamed ? `mine-${id}` : id,
          ab_test: test,
          ...fields,
        });
      };
      const ask = async (requests: readonly Request[]) => {
        const records = requests.map(recordOf);
        usage.push(...records);
        await writer.ingest(batchOf({ usage: records }));
      };
      const again = async (which: number) => {
        const from = which % (usage.length + 1);
        await writer.ingest(batchOf({ usage: usage.slice(from, from + 5) }));
      };
      const rate = async (which: number, quarters: number) => {
        const record = usage[which % Math.max(usage.length, 1)];
        if (!record?.key || !record.organization || Date.parse(record.at) < keptMs) return;
        const { request_id, key, organization } = record;
        const at = new Date((saidMs += 1)).toISOString();
        const said = { request_id, key, organization, at, score: quarters / 4 };
        feedback.set(record, said);
        // By a clock that is ahead of all requests.
        const later = new LedgerWriter({ database, clock: new ManualClock(startMs + 3 * HOUR_MS) });
        await later.ingest(
          batchOf({ feedback: [{ ...said, at: new Date(saidMs + 2 * HOUR_MS).toISOString() }] }),
        );
      };
      const queryOf = (asked: Question): TrialQuery => ({
        test,
        unit: asked.unit,
        sinceMs: startMs + asked.since * 60_000,
        splitSinceMs: startMs + asked.split * 60_000,
        organization: asked.organization,
        models: { base: 'old', variant: asked.variantModel },
      });
      const look = (asked: Question, slice = SLICE) =>
        trialArms(database.kysely, queryOf(asked), slice);
      const check = async (asked: Question) => {
        const query = queryOf(asked);
        const kept = { ...query, sinceMs: Math.max(query.sinceMs, keptMs) };
        expectAlike(await look(asked), fullArms({ usage, feedback }, kept));
      };
      const chores = async () => {
        keptMs = startMs;
        await dropDays(database, 'usage', startMs);
        await keepFeedback(database, startMs);
        await dropTrials(database, startMs);
      };
      return { test, ask, again, rate, look, check, chores };
    }

    type World = ReturnType<typeof worldOf>;

    async function take(world: World, taken: Step): Promise<void> {
      if ('ask' in taken) await world.ask(taken.ask);
      else if ('again' in taken) await world.again(taken.again);
      else if ('rate' in taken) await world.rate(taken.rate, taken.score);
      else if ('look' in taken) await world.check(taken.look);
      else await world.chores();
    }

    it('are what all requests come to, in whatever order these and looks come', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 3, maxLength: 25 }),
          question,
          async (steps, last) => {
            const world = worldOf();
            for (const taken of steps) await take(world, taken);
            await world.check(last);
          },
        ),
        { numRuns: 40 },
      );
    }, 240_000);

    it('are so however many bring requests in, and look, at a time', async () => {
      const [often] = fc.sample(
        question.map((asked): Question => ({ ...asked, since: -120, unit: 'user' })),
        1,
      );
      const world = worldOf();
      for (const batch of fc.sample(
        fc.array(fc.array(request, { minLength: 1, maxLength: 9 }), { minLength: 4, maxLength: 4 }),
        12,
      )) {
        await Promise.all([
          ...batch.map((requests) => world.ask(requests)),
          ...[1, 2, 3].map((slice) => world.look(often!, slice)),
        ]);
      }
      await world.check(often!);
    }, 120_000);

    it('leave no notes on what was added up, nor on what nobody looks at', async () => {
      const notes = async (test: string) => {
        const { rows } = await sql<{
          n: number;
        }>`select coalesce(sum(cardinality(ids)), 0)::integer as n
          from ledger.trial_fresh where ab_test = ${test}`.execute(database.kysely);
        return rows[0]!.n;
      };
      const [looked, unseen] = [worldOf(), worldOf()];
      for (const world of [looked, unseen]) await world.ask(fc.sample(request, 20));
      const [asked] = fc.sample(question, 1);
      await looked.look(asked!);
      expect(await notes(looked.test)).toBe(0);
      expect(await notes(unseen.test)).toBe(20);
      await dropTrials(database, Date.now());
      expect(await notes(unseen.test)).toBe(0);
      await unseen.check(asked!);
    });

    it('go where nobody has looked for a month, and come again', async () => {
      const world = worldOf();
      await world.ask(fc.sample(request, 20));
      const [asked] = fc.sample(question, 1);
      await world.check(asked!);
      await dropTrials(database, Date.now() + 31 * DAY_MS);
      for (const table of ['trial', 'trial_arm', 'trial_unit', 'trial_step']) {
        const { rows } = await sql`select from ${sql.id('ledger', table)}`.execute(database.kysely);
        expect(rows).toEqual([]);
      }
      await world.ask(fc.sample(request, 5));
      await world.check(asked!);
    });
  });
});

/** Equal, but for the last digits of numbers with fractions. */
function expectAlike(found: unknown, wanted: unknown, path = 'arms'): void {
  if (typeof wanted === 'number' && typeof found === 'number') {
    const scale = Math.max(1, Math.abs(wanted));
    expect(found / scale, path).toBeCloseTo(wanted / scale, PLACES);
  } else if (typeof wanted === 'object' && wanted !== null) {
    expect(Object.keys(found ?? {}).sort(), path).toEqual(Object.keys(wanted).sort());
    for (const [name, value] of Object.entries(wanted)) {
      expectAlike((found as Record<string, unknown>)[name], value, `${path}.${name}`);
    }
  } else {
    expect(found, path).toEqual(wanted);
  }
}
