import { parseArgs } from 'node:util';
import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { systemClock } from '@aicp/common/time/clock';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import type { OverviewGroup } from '@aicp/ledger/requests/request-overview';
import type { RequestFilter } from '@aicp/ledger/requests/request-query';
import { RequestReader } from '@aicp/ledger/requests/request-reader';
import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { batchOf, decisionOf, usageOf } from '@aicp/ledger/testing/records';
import { sql } from 'kysely';

/**
 * How long a page of requests takes among a million of one day, on PostgreSQL: by each filter, for what is common and for what is rare, and far behind the first page; and how long it takes to add all of them up. The last line is one
 * JSON object. With `--bars`, it ends with an error where one takes 200 ms.
 */

const { values } = parseArgs({
  options: { bars: { type: 'boolean', default: false }, records: { type: 'string' } },
});
const RECORDS = Number(values.records ?? 1_000_000);
const BAR_MS = 200;
const ROUNDS = 5;
const TO_MS = Date.UTC(2026, 10, 24);
const DAY_MS = 86_400_000;
const FROM_MS = TO_MS - DAY_MS;
/** One of so many requests is of what is rare. */
const RARE = 100_000;

async function measure(database: LedgerDatabase): Promise<void> {
  const rare = await fill(database);
  const reader = new RequestReader(database);
  const figures: Record<string, number> = {};
  for (const [name, filter] of Object.entries(filtersOf(rare))) {
    const page = name === 'far behind' ? { atMs: FROM_MS + 60_000, id: uuidV7(0) } : undefined;
    figures[name] = await slowest(reader, filter, page);
  }
  const overviewMs = {
    all: await overview(reader),
    byModel: await overview(reader, 'model_served'),
  };
  await database.close();
  process.stdout.write(`${JSON.stringify({ records: RECORDS, slowestMs: figures, overviewMs })}\n`);
  const missed = Object.entries(figures).filter(([, ms]) => ms >= BAR_MS);
  if (values.bars && missed.length > 0) process.exitCode = 1;
}

/** How long it takes to add all of them up for a chart. */
async function overview(reader: RequestReader, groupBy?: OverviewGroup): Promise<number> {
  const started = performance.now();
  const asked = { from: FROM_MS, to: TO_MS, filter: {}, stepMs: 300_000, mostGroups: 10 };
  await reader.count(asked, RECORDS);
  await reader.overview({ ...asked, groupBy });
  return Math.round(performance.now() - started);
}

async function slowest(
  reader: RequestReader,
  filter: Partial<RequestFilter>,
  before: { atMs: number; id: string } | undefined,
): Promise<number> {
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await reader.requests(
      { reach: {}, from: FROM_MS, to: TO_MS, ...filter },
      { limit: 101, before },
    );
    // The first one also opens the connection and reads the catalog.
    if (round > 0) most = Math.max(most, performance.now() - started);
  }
  return Math.round(most);
}

const filtersOf = (rare: { readonly id: string }): Record<string, Partial<RequestFilter>> => ({
  all: {},
  'far behind': {},
  'organization, common': { organization: 'acme' },
  'organization, own': { reach: { organization: 'acme' } },
  'teams, own': { reach: { organization: 'acme', team: ['ml', 'rare', 'none'] } },
  'key, common': { key: 'k1' },
  'key, rare': { key: 'rare' },
  'key, none': { key: 'none' },
  'team, rare': { team: 'rare' },
  'user, rare': { user: 'rare' },
  'model, common': { model: 'gpt-4o' },
  'model, rare': { model: 'rare' },
  'provider, rare': { provider: 'rare' },
  'status 200': { status: [200, 200] },
  'status 503, rare': { status: [503, 503] },
  '4xx': { status: [400, 499] },
  'result serve': { result: 'serve' },
  'result fail': { result: 'fail' },
  'policy, common': { policy: 'p1' },
  'policy, rare': { policy: 'rare' },
  'A/B test, rare': { abTest: 'rare' },
  'tag, common': { tag: { name: 'env', value: 'prod' } },
  'tag, rare': { tag: { name: 'env', value: 'rare' } },
  'tag, none': { tag: { name: 'env', value: 'none' } },
  'tag and key': { tag: { name: 'env', value: 'prod' }, key: 'rare' },
  id: { id: rare.id, from: 0 },
  'beginning of an id': { id: rare.id.slice(0, 13), from: 0 },
});

/** A million of one day: most are alike, and a few have each of what is rare. */
async function fill(database: LedgerDatabase): Promise<{ readonly id: string }> {
  const at = new Date(TO_MS - 30_000).toISOString();
  const common = { id: uuidV7(TO_MS - 30_000), at, request_id: 'common' };
  const rare = { id: uuidV7(TO_MS - 30_001), at, request_id: 'rare' };
  const names = { key: 'rare', team: 'rare', user: 'rare' };
  const writer = new LedgerWriter({ database, clock: systemClock });
  await writer.ingest(
    batchOf({
      usage: [
        usageOf({ ...common, policy: 'p1', tags: { env: 'prod' } }),
        usageOf({
          ...{ ...rare, ...names, model_served: 'rare', provider: 'rare', policy: 'rare' },
          ...{ ab_test: 'rare', tags: { env: 'rare' }, status: 503, completion: 'provider_failed' },
        }),
      ],
      decisions: [
        decisionOf(common),
        decisionOf({
          ...{ ...rare, asked_model: 'rare', model: 'rare', provider: 'rare', status: 503 },
          ...{ result: 'fail', attributes: { organization: 'acme', ...names } },
          steps: [{ stage: 'policies', outcome: 'matched', policy: 'rare' }],
        }),
      ],
    }),
  );
  for (const table of ['usage', 'decision']) await multiply(database, table);
  await database.asOwner(async (owner) => {
    for (const table of ['usage', 'decision', 'dimension']) {
      await sql`analyze ${sql.id('ledger', table)}`.execute(owner);
    }
  });
  return rare;
}

/** The rows of one request again and again, over the day, with ids that say when each came. */
async function multiply(database: LedgerDatabase, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns where table_schema = 'ledger' and table_name = ${table}
      and column_name not in ('at', 'id', 'request_id')`.execute(database.kysely);
  const columns = sql.join(rows.map(({ name }) => sql.id(name)));
  const name = sql.id('ledger', table);
  await sql`insert into ${name} (at, id, request_id, ${columns})
    select n.at, n.id, n.id::text, ${columns}
    from (
      select m.number, m.at, (lpad(to_hex((extract(epoch from m.at) * 1000)::bigint), 12, '0')
        || '7' || lpad(to_hex(m.number % 4096), 3, '0') || '8'
        || lpad(to_hex(m.number), 15, '0'))::uuid as id
      from (
        select number, ${new Date(FROM_MS).toISOString()}::timestamptz
          + number * ${DAY_MS / RECORDS}::double precision * interval '1 millisecond' as at
        from generate_series(1, ${RECORDS - 1}) number
      ) m
    ) n
    join ${name} r on r.request_id = case when n.number % ${RARE} = 7 then 'rare' else 'common' end`.execute(
    database.kysely,
  );
}

const binaries = postgresBinaries();
if (binaries === undefined) throw new Error('no PostgreSQL on this machine; set AICP_POSTGRES_BIN');
const server = await PostgresServer.start(binaries, true);
try {
  await measure(await openLedger({ url: server.url() }));
} finally {
  await server.stop();
}
