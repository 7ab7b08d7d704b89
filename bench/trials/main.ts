import { testEngines } from '@aicp/common/database/testing/engines';
import { COMPLETION_CODES } from '@aicp/ledger/database/codes';
import { DayTables } from '@aicp/ledger/days/day-tables';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { TRIAL_ARMS, type TrialQuery } from '@aicp/ledger/query/trials/trial-query';
import { startLedger } from '@aicp/ledger/testing/ledger-home';
import { sql } from 'kysely';

/**
 * Measures looks at an A/B test of a million requests by 100,000 users in a day: the first look, which reads all of it, one after an hour, and one straight after. Beside them it asks something small
 * again and again, and tells how long the slowest of these questions waited. CPU is that of this process: with PGlite, the database is in it. Say the engine (PostgreSQL, PGlite), and the unit (user, key, request). The last line is one JSON object.
 */

const [engineName = 'PostgreSQL', unit = 'user', rows = '1000000'] = process.argv.slice(2);
const ROWS = Number(rows);
const USERS = 100_000;
const FEEDBACK_EVERY = 50;
const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 10, 23);
const TO_MS = FROM_MS + 24 * HOUR_MS;
const AT_ONCE = 50_000;
/** Requests that come in together. */
const BATCH = 100;

const engine = testEngines().find(({ name }) => name === engineName);
if (!engine || engine.skipped !== undefined) throw new Error(engine?.skipped ?? 'no such engine');
const { database, stop } = await startLedger(engine);
const { kysely } = database;
const reader = new LedgerReader(database);

const query: TrialQuery = {
  test: 't',
  unit: unit as TrialQuery['unit'],
  sinceMs: FROM_MS,
  splitSinceMs: FROM_MS,
  organization: 'acme',
  models: { base: 'm-base', variant: 'm-variant' },
};

async function makeUsers(): Promise<void> {
  await sql`insert into ledger.dimension
      (hash, organization, business_unit, team, "user", key, model_served, provider, price_version, source)
    select md5(n::text)::uuid, 'acme', '', '', 'user-' || n, 'key-' || n,
      'm-' || (array[${sql.join([...TRIAL_ARMS])}])[1 + n % 2], 'p', '', 1
    from generate_series(1, ${sql.lit(USERS)}) n`.execute(kysely);
}

const { rows: found } = await sql<{ there: string | null }>`
  select to_regclass('ledger.trial_fresh')::text as there`.execute(kysely);
/** An earlier release, which this can be copied to, reads all requests each time. */
const hasSums = Boolean(found[0]?.there);
const noted = hasSums
  ? sql`insert into ledger.trial_fresh (ab_test, ats, ids)
      select 't', array_agg(at), array_agg(id) from (
        select at, id, row_number() over (order by at) / ${sql.lit(BATCH)} as batch from made
      ) m group by batch order by batch`
  : sql`select count(*) from made`;

/** Requests from one moment to another, of users in no order, as if they had just come in. */
async function ask(count: number, fromMs: number, toMs: number): Promise<void> {
  const from = new Date(fromMs).toISOString();
  const step = (toMs - fromMs) / count / 1_000;
  for (let done = 0; done < count; done += AT_ONCE) {
    const last = Math.min(done + AT_ONCE, count);
    await sql`with made as (
        insert into ledger.usage (at, cost_nano, dimension, latency_ms, completion, status, attempts, id,
          input, cached_input, cache_write, output, reasoning, audio_input, audio_output,
          request_id, model_asked, policy, ab_test, variant, config_revision)
        select date_trunc('milliseconds', ${from}::timestamptz + n * make_interval(secs => ${sql.lit(step)})),
          100 + n % 977, d.id, 300 + (n::bigint * 7919) % 3001,
          case when n % 50 = 0 then ${sql.lit(COMPLETION_CODES.provider_failed)} else ${sql.lit(COMPLETION_CODES.complete)} end,
          case when n % 50 = 0 then 502 else 200 end, 1, gen_random_uuid(), 10 + n % 1000, 0, 0, n % 300, 0, 0, 0,
          'r', 'm-base', '', 't', (array[${sql.join([...TRIAL_ARMS])}])[1 + who % 2], '1'
        from (select n, 1 + n::bigint * 7919 % ${sql.lit(USERS)} as who
          from generate_series(${done}::integer, ${last - 1}::integer) n) n
          join ledger.dimension d on d.hash = md5(who::text)::uuid
        returning at, id, variant, request_id, dimension
      ), noted as (
        insert into ledger.feedback
          (request_id, organization, key, at, score, is_known, usage_at, usage_id, ab_test, variant${hasSums ? sql`, dimension` : sql``})
        select id::text, 'acme', '', at, 1, true, at, id, 't', variant${hasSums ? sql`, dimension` : sql``}
        from made where ('x' || left(id::text, 8))::bit(32)::bigint % ${sql.lit(FEEDBACK_EVERY)} = 0
      )
      ${noted}`.execute(kysely);
  }
}

/** How long it takes, and how long the slowest of small questions waits meanwhile, ms. */
async function timed(work: () => Promise<unknown>) {
  const began = performance.now();
  const before = process.cpuUsage();
  let [isDone, slowest] = [false, 0];
  const asking = (async () => {
    while (!isDone) {
      const at = performance.now();
      await sql`select 1`.execute(kysely);
      slowest = Math.max(slowest, performance.now() - at);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await work();
  const ms = Math.round(performance.now() - began);
  const { user, system } = process.cpuUsage(before);
  isDone = true;
  await asking;
  return { ms, cpuMs: Math.round((user + system) / 1_000), slowestOtherMs: Math.round(slowest) };
}

await new DayTables(database).ensure({ usage: [FROM_MS, TO_MS], decision: [] });
await makeUsers();
const perHour = Math.round(ROWS / 24);
await ask(ROWS - perHour, FROM_MS, TO_MS - HOUR_MS);
const look = () => reader.trialArms(query);
const first = await timed(look);
const atOnce = await timed(look);
await ask(perHour, TO_MS - HOUR_MS, TO_MS);
const hourLater = await timed(look);
await ask(Math.round(perHour / 120), TO_MS - HOUR_MS, TO_MS);
const halfMinute = await timed(look);
const { base, variant } = await look();
process.stdout.write(
  `${JSON.stringify({
    ...{ engine: engineName, unit, rows: ROWS, perHour },
    ...{ first, atOnce, hourLater, halfMinute },
    requests: base.requests + variant.requests,
    units: base.units + variant.units,
    feedback: base.measures.feedback.x + variant.measures.feedback.x,
  })}\n`,
);
await stop();
