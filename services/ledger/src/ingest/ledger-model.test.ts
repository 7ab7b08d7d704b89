import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { shareable } from '@aicp/common/database/open-database';
import type { AttemptRecord } from '@aicp/contracts/usage/attempt-record';
import { TOKEN_BUCKETS, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { UsageSum } from '@aicp/contracts/usage/usage-sum';
import type { LedgerDatabase } from '../database/tables.ts';
import { DAY_MS, dayOf } from '../days/day-tables.ts';
import { TimeHistogram } from '../latency/time-histogram.ts';
import { LatencySum } from '../query/latency-sum.ts';
import { LedgerReader } from '../query/ledger-reader.ts';
import { openLedger, PARTS } from '../testing/ledger-home.ts';
import { attemptOf, batchOf, NOON_MS, sumOf, usageOf } from '../testing/records.ts';
import { LedgerWriter } from './ledger-writer.ts';

/** What gateways have to tell: facts, and deliveries that hold some of them, by their index. */
interface Story {
  readonly facts: readonly Fact[];
  readonly deliveries: readonly { readonly writer: number; readonly facts: readonly number[] }[];
  /** Before which delivery the services start anew. */
  readonly restart: number;
}

interface Fact {
  readonly usage: UsageRecord;
  readonly attempts: readonly AttemptRecord[];
  readonly sum: UsageSum | undefined;
}

const FROM = dayOf(NOON_MS) - DAY_MS;
const TO = FROM + 3 * DAY_MS;

const fact: fc.Arbitrary<Fact> = fc
  .record({
    minutes: fc.integer({ min: 0, max: 2 * 1_440 - 1 }),
    key: fc.constantFrom('k1', 'k2', null),
    organization: fc.constantFrom('acme', 'other', null),
    cost: fc.option(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { nil: null }),
    tokens: fc.tuple(...TOKEN_BUCKETS.map(() => fc.integer({ min: 0, max: 1_000_000 }))),
    tags: fc.dictionary(fc.constantFrom('app', 'env'), fc.constantFrom('x', 'y')),
    failures: fc.integer({ min: 0, max: 2 }),
    summed: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
  })
  .map(({ minutes, key, organization, cost, tokens, tags, failures, summed }) => {
    const at = new Date(FROM + minutes * 60_000).toISOString();
    const buckets = Object.fromEntries(TOKEN_BUCKETS.map((name, index) => [name, tokens[index]!]));
    const usage = usageOf({ at, key, organization, ...buckets, tags, cost_nano_usd: cost });
    const attempts = Array.from({ length: failures + 1 }, (_, index) =>
      attemptOf({
        ...{ usage_id: usage.id, number: index + 1, at, latency_ms: minutes },
        ...(index < failures ? ({ provider: 'flaky', outcome: 'failed' } as const) : {}),
      }),
    );
    const hour = new Date(Math.floor(Date.parse(at) / 3_600_000) * 3_600_000).toISOString();
    const sum =
      summed === undefined
        ? undefined
        : sumOf({ hour, key, organization, requests: summed, ...buckets, cost_nano_usd: cost });
    return { usage, attempts, sum };
  });

const story: fc.Arbitrary<Story> = fc.array(fact, { minLength: 1, maxLength: 12 }).chain((facts) =>
  fc.record({
    facts: fc.constant(facts),
    deliveries: fc.array(
      fc.record({
        writer: fc.integer({ min: 0, max: 1 }),
        facts: fc.array(fc.integer({ min: 0, max: facts.length - 1 }), { maxLength: 12 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    restart: fc.integer({ min: 0, max: 8 }),
  }),
);

const batchFrom = (facts: readonly Fact[]) =>
  batchOf({
    usage: facts.map(({ usage }) => usage),
    attempts: facts.flatMap(({ attempts }) => attempts),
    sums: facts.flatMap(({ sum }) => sum ?? []),
  });

/** What each quarter-hour, hour or day of one key of one organization has to show, in memory. */
function modelOf(facts: readonly Fact[], ms: number): Map<string, unknown[]> {
  const model = new Map<
    string,
    { requests: number; unpriced: number; cost: bigint; tokens: bigint[] }
  >();
  const add = (record: UsageRecord | UsageSum, at: string, requests: number): void => {
    const startsMs = Math.floor(Date.parse(at) / ms) * ms;
    const name = `${startsMs}/${record.organization ?? ''}/${record.key ?? ''}`;
    const sums = model.get(name) ?? {
      requests: 0,
      unpriced: 0,
      cost: 0n,
      tokens: TOKEN_BUCKETS.map(() => 0n),
    };
    model.set(name, sums);
    sums.requests += requests;
    if (record.cost_nano_usd === null) sums.unpriced += requests;
    else sums.cost += BigInt(record.cost_nano_usd);
    TOKEN_BUCKETS.forEach((bucket, index) => (sums.tokens[index]! += BigInt(record[bucket])));
  };
  for (const { usage, sum } of facts) {
    add(usage, usage.at, 1);
    if (sum) add(sum, sum.hour, sum.requests);
  }
  return new Map(
    [...model].map(([name, { requests, unpriced, cost, tokens }]) => [
      name,
      [requests, unpriced, cost, ...tokens],
    ]),
  );
}

async function shownBy(reader: LedgerReader, step: 'quarter' | 'hour' | 'day') {
  const rows = await reader.usageBy({ from: FROM, to: TO, groupBy: ['organization', 'key'], step });
  return new Map(
    rows.map(({ startsMs, group, requests, unpriced, costNano, tokens }) => [
      `${startsMs}/${group.organization}/${group.key}`,
      [requests, unpriced, costNano, ...TOKEN_BUCKETS.map((bucket) => tokens[bucket])],
    ]),
  );
}

const sorted = <T>(entries: ReadonlyMap<string, T>) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

async function clear(database: LedgerDatabase): Promise<void> {
  const tables = ['usage', 'attempt', 'usage_sum', 'usage_quarter', 'usage_hour', 'usage_day'];
  const latencies = ['latency_minute', 'latency_hour', 'latency_day'];
  const all = [...tables, 'tag_quarter', ...latencies].map((name) => sql.id('ledger', name));
  await database.asOwner((owner) => sql`truncate ${sql.join(all)}`.execute(owner));
}

/** Tells a story to two writers at the same time, and at last everything to both, as gateways do until they are answered. Answers what was told to be new. */
async function tell(home: TestDatabase, { facts, deliveries, restart }: Story): Promise<string[]> {
  const said: string[] = [];
  const opened = async () => {
    const location = shareable(home.location, PARTS);
    const databases = await Promise.all([openLedger(location), openLedger(location)]);
    const clock = { ...PARTS.clock, now: () => NOON_MS };
    const writers = databases.map((database) => new LedgerWriter({ database, clock }));
    return { databases, writers };
  };
  let { databases, writers } = await opened();
  const deliver = async (writer: number, told: readonly Fact[]): Promise<void> => {
    const { usage, sums } = await writers[writer]!.ingest(batchFrom(told));
    said.push(...[...usage, ...sums].map(({ id }) => id));
  };
  const part = (from: number, to?: number) =>
    Promise.all(
      deliveries.slice(from, to).map(({ writer, facts: indexes }) =>
        deliver(
          writer,
          indexes.map((index) => facts[index]!),
        ),
      ),
    );
  await part(0, restart);
  await Promise.all(databases.map((database) => database.close()));
  ({ databases, writers } = await opened());
  await part(restart);
  await Promise.all([deliver(0, facts), deliver(1, facts.toReversed())]);
  await Promise.all(databases.map((database) => database.close()));
  return said;
}

async function check(database: LedgerDatabase, facts: readonly Fact[]): Promise<void> {
  const reader = new LedgerReader(database);
  const grains = { quarter: 900_000, hour: 3_600_000, day: DAY_MS } as const;
  for (const step of ['quarter', 'hour', 'day'] as const) {
    expect(sorted(await shownBy(reader, step))).toEqual(sorted(modelOf(facts, grains[step])));
  }
  const period = { startsMs: FROM, endsMs: TO };
  const all = await reader.spentBy(
    { scope: 'global', organization: undefined, value: undefined },
    period,
  );
  const { rows } = await sql<{ cost: string; n: string }>`select
    (coalesce((select sum(cost_nano) from ledger.usage), 0)
      + coalesce((select sum(cost_nano) from ledger.usage_sum), 0))::text as cost,
    (select count(*) from ledger.usage)::text as n`.execute(database.kysely);
  expect(rows).toEqual([{ cost: all.toString(), n: String(facts.length) }]);
  const costOf = (value: string, of: (facts: Fact) => boolean) => {
    const told = facts.filter(of).map(({ usage }) => BigInt(usage.cost_nano_usd ?? 0));
    return { value, cost: told.reduce((sum, cost) => sum + cost, 0n) };
  };
  const tags = [
    costOf('app=x', ({ usage }) => usage.tags['app'] === 'x'),
    costOf('env=y', ({ usage }) => usage.tags['env'] === 'y'),
  ];
  const spent = await reader.spentByAll(
    tags.map(({ value }) => ({
      subject: { scope: 'tag', organization: undefined, value },
      period,
    })),
  );
  expect(spent).toEqual(tags.map(({ cost }) => cost));
  await checkLatency(database, facts);
}

async function checkLatency(database: LedgerDatabase, facts: readonly Fact[]): Promise<void> {
  const reader = new LedgerReader(database);
  const [fromMs, toMs] = [FROM, FROM + 4 * DAY_MS];
  const sums = await Promise.all(
    (['minute', 'hour', 'day'] as const).map(async (unit) => {
      const byTarget = new Map<string, LatencySum>();
      for (const span of await reader.latencySpans({ unit, fromMs, toMs })) {
        const target = `${span.provider}/${span.model}`;
        const sum = byTarget.get(target) ?? new LatencySum();
        sum.add(span);
        byTarget.set(target, sum);
      }
      return byTarget;
    }),
  );
  expect(sums[1]).toEqual(sums[0]);
  expect(sums[2]).toEqual(sums[0]);
  const minutes = await database.kysely.selectFrom('latency_minute').selectAll().execute();
  const attempts = facts.flatMap(({ attempts: own }) => own);
  const failures = attempts.filter(({ outcome }) => outcome === 'failed').length;
  const total = (of: (minute: (typeof minutes)[number]) => number) =>
    minutes.reduce((sum, minute) => sum + of(minute), 0);
  expect(total(({ requests }) => Number(requests))).toBe(attempts.length);
  expect(total(({ failures: failed }) => Number(failed))).toBe(failures);
  expect(total(({ histogram }) => TimeHistogram.from(histogram).count)).toBe(
    attempts.length - failures,
  );
}

describe.each(testEngines())('the ledger on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    it('shows each fact once in all of its sums, to the nano-dollar, whoever tells it how often, in which order, and beside which restart', async () => {
      const home = await engine.start();
      await fc.assert(
        fc.asyncProperty(story, async (told) => {
          const said = await tell(home, told);
          const { facts } = told;
          const ids = facts.flatMap(({ usage, sum }) => [usage.id, ...(sum ? [sum.id] : [])]);
          // What is answered to be new is what budgets count: each fact exactly once too.
          expect(said.sort()).toEqual(ids.sort());
          const database = await openLedger(home.location);
          await check(database, facts);
          await clear(database);
          await database.close();
        }),
        {
          numRuns: Number(
            process.env['AICP_LEDGER_STORIES'] ?? (engine.name === 'PGlite' ? 3 : 10),
          ),
        },
      );
      const database = await openLedger(home.location);
      const { rows } = await sql`select deadlocks::integer from pg_stat_database
        where datname = current_database()`.execute(database.kysely);
      expect(rows).toEqual([{ deadlocks: 0 }]);
      await database.close();
      await home.stop();
    });
  });
});
