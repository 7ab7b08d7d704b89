import { parseArgs } from 'node:util';
import { TrafficSeries } from '@aicp/admin/realtime/traffic-series';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import {
  PostgresServer,
  postgresBinaries,
  testEngines,
} from '@aicp/common/database/testing/engines';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { ledgerWithTraffic } from './recorded-traffic.ts';

/**
 * Measures what it costs to tell what happens now, at so many requests a second over so many minutes: each refresh while somebody reads, those that take up what came late, and a minute of
 * the past; of the whole fleet and of one organization. On PGlite, and on PostgreSQL. The last line is one JSON object.
 */

const { values } = parseArgs({
  options: { rate: { type: 'string' }, minutes: { type: 'string' } },
});
const RATE = Number(values.rate ?? 1_000);
const MINUTES = Number(values.minutes ?? 5);
const ROUNDS = 9;

async function measure(location: DatabaseLocation) {
  const database = await ledgerWithTraffic(location, {
    ...{ requests: RATE * 60 * MINUTES, spreadMs: MINUTES * 60_000, hasDecisions: false },
  });
  const now = Date.now();
  const last = await database.kysely
    .selectFrom('usage')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  const at = Math.min(now, last.at.getTime());
  const ledger = new LedgerReader(database);
  const of = async (filter: object) => {
    const [often, late, back]: number[][] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const series = new TrafficSeries({ filter, sinceMs: 0 }, ledger);
      late!.push(await timed(() => series.refresh(at)));
      often!.push(await timed(() => series.refresh(at + 1)));
      back!.push(await timed(() => series.readBack()));
    }
    return { refresh_ms: median(often!), late_ms: median(late!), minute_back_ms: median(back!) };
  };
  const figures = { fleet: await of({}), organization: await of({ organization: 'acme' }) };
  await database.close();
  return figures;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const median = (all: readonly number[]): number =>
  Math.round(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);

const [pglite] = testEngines();
const home = await pglite!.start();
const onPglite = await measure(home.location);
await home.stop();
const binaries = postgresBinaries();
let onPostgresql: Awaited<ReturnType<typeof measure>> | undefined;
if (binaries !== undefined) {
  const server = await PostgresServer.start(binaries, true);
  onPostgresql = await measure({ url: server.url() });
  await server.stop();
}
process.stdout.write(
  `${JSON.stringify({ rate: RATE, minutes: MINUTES, pglite: onPglite, postgresql: onPostgresql })}\n`,
);
