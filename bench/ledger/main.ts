import { parseArgs } from 'node:util';
import {
  PostgresServer,
  postgresBinaries,
  testEngines,
} from '@aicp/common/database/testing/engines';
import { measureLedger } from './measure.ts';

/**
 * Measures how fast facts come into the ledger, on PostgreSQL (which writes through to its disk) and on PGlite, and how long it takes to add up a month. The last line is one JSON
 * object. With `--bars`, it brings in as much as the bars are about, and ends with an error where a figure misses its bar.
 */

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    bars: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
});

const BARS = { postgresql: 5_000, pglite: 1_000, summaryMs: 200 } as const;
const month = Number(values.records ?? (values.bars ? 1_000_000 : 20_000));
const MOST_ON_PGLITE = 200_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const missed: string[] = [];
const binaries = postgresBinaries();

async function onPostgresql() {
  if (binaries === undefined) {
    missed.push('no PostgreSQL on this machine; set AICP_POSTGRES_BIN');
    return undefined;
  }
  say(`PostgreSQL: a month of ${month} records by two writers`);
  const server = await PostgresServer.start(binaries, true);
  try {
    return await measureLedger({ location: { url: server.url() }, month, rush: month, writers: 2 });
  } finally {
    await server.stop();
  }
}

async function onPglite() {
  const fewer = Math.min(month, MOST_ON_PGLITE);
  say(`PGlite: a month of ${fewer} records by one writer`);
  const [engine] = testEngines();
  const home = await engine!.start();
  try {
    return await measureLedger({ location: home.location, month: fewer, rush: fewer, writers: 1 });
  } finally {
    await home.stop();
  }
}

const asked = (['postgresql', 'pglite'] as const).filter(
  (engine) => values.engine === undefined || values.engine === engine,
);
if (asked.length === 0) throw new Error('--engine is postgresql or pglite');
const figures = {
  postgresql: asked.includes('postgresql') ? await onPostgresql() : undefined,
  pglite: asked.includes('pglite') ? await onPglite() : undefined,
};
for (const engine of asked) {
  const rate = figures[engine]?.rush.perSecond ?? 0;
  if (rate < BARS[engine]) missed.push(`${engine}: ${rate} records a second, not ${BARS[engine]}`);
}
for (const [question, { p95 }] of Object.entries(figures.postgresql?.summaryMs ?? {})) {
  if (p95 > BARS.summaryMs) missed.push(`${question}: ${p95} ms, not ${BARS.summaryMs}`);
}
say(JSON.stringify(figures));
if (values.bars && missed.length > 0) {
  process.stderr.write(`${missed.join('\n')}\n`);
  process.exitCode = 1;
}
