import { parseArgs } from 'node:util';
import {
  PostgresServer,
  postgresBinaries,
  testEngines,
} from '@aicp/common/database/testing/engines';
import { measureLedger, type LedgerFigures } from './measure.ts';
import { measureRoad, type Road } from './road.ts';

/**
 * Measures how fast facts come into the ledger, on PostgreSQL (which writes through to its disk) and on PGlite: on the whole road, by HTTP through a budget service, and in the ledger's
 * own code alone; and how long it takes to add up a month. The last line is one JSON object. With `--bars`, it brings in as much as the bars are about, and ends with an error where
 * a figure misses its bar.
 */

const { values } = parseArgs({
  options: {
    records: { type: 'string' },
    seconds: { type: 'string' },
    bars: { type: 'boolean', default: false },
    engine: { type: 'string' },
    part: { type: 'string' },
  },
});

const BARS = { postgresql: 5_000, pglite: 1_000, summaryMs: 200 } as const;
const month = Number(values.records ?? (values.bars ? 1_000_000 : 20_000));
const roadSeconds = Number(values.seconds ?? (values.bars ? 60 : 10));
const MOST_ON_PGLITE = 200_000;
const MOST_SECONDS_ON_PGLITE = 30;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const missed: string[] = [];
const binaries = postgresBinaries();

interface Figures {
  readonly road: Road | undefined;
  readonly inProcess: LedgerFigures | undefined;
}

/** Each part on a server of its own. */
async function onServer<T>(measure: (server: PostgresServer) => Promise<T>): Promise<T> {
  const server = await PostgresServer.start(binaries ?? '', true);
  try {
    return await measure(server);
  } finally {
    await server.stop();
  }
}

async function onPostgresql(): Promise<Figures> {
  if (binaries === undefined) {
    missed.push('no PostgreSQL on this machine; set AICP_POSTGRES_BIN');
    return { road: undefined, inProcess: undefined };
  }
  const road = await ifAsked('road', () => {
    say(`PostgreSQL: by HTTP through a budget service for ${roadSeconds} s`);
    return onServer((server) => measureRoad({ server, seconds: roadSeconds }));
  });
  const inProcess = await ifAsked('in-process', () => {
    say(`PostgreSQL: a month of ${month} records by two writers in this process`);
    return onServer((server) =>
      measureLedger({ location: { url: server.url() }, month, rush: month, writers: 2 }),
    );
  });
  return { road, inProcess };
}

async function onPglite(): Promise<Figures> {
  const road = await ifAsked('road', () => {
    const seconds = Math.min(roadSeconds, MOST_SECONDS_ON_PGLITE);
    say(`PGlite: by HTTP through a budget service for ${seconds} s`);
    return measureRoad({ seconds });
  });
  const inProcess = await ifAsked('in-process', async () => {
    const fewer = Math.min(month, MOST_ON_PGLITE);
    say(`PGlite: a month of ${fewer} records by one writer in this process`);
    const [engine] = testEngines();
    const home = await engine!.start();
    try {
      return await measureLedger({
        ...{ location: home.location, month: fewer, rush: fewer, writers: 1 },
      });
    } finally {
      await home.stop();
    }
  });
  return { road, inProcess };
}

async function ifAsked<T>(part: Part, measure: () => Promise<T>): Promise<T | undefined> {
  return parts.includes(part) ? await measure() : undefined;
}

type Part = 'road' | 'in-process';
const parts = (['road', 'in-process'] as const).filter(
  (part) => values.part === undefined || values.part === part,
);
if (parts.length === 0) throw new Error('--part is road or in-process');
const asked = (['postgresql', 'pglite'] as const).filter(
  (engine) => values.engine === undefined || values.engine === engine,
);
if (asked.length === 0) throw new Error('--engine is postgresql or pglite');
const figures = {
  postgresql: asked.includes('postgresql') ? await onPostgresql() : undefined,
  pglite: asked.includes('pglite') ? await onPglite() : undefined,
};
for (const engine of asked) {
  const rates = {
    'by HTTP': figures[engine]?.road?.perSecond,
    'in process': figures[engine]?.inProcess?.rush.perSecond,
  };
  for (const [where, rate] of Object.entries(rates)) {
    if (rate === undefined || rate >= BARS[engine]) continue;
    missed.push(`${engine}, ${where}: ${rate} records a second, not ${BARS[engine]}`);
  }
}
for (const [question, { p95 }] of Object.entries(figures.postgresql?.inProcess?.summaryMs ?? {})) {
  if (p95 > BARS.summaryMs) missed.push(`${question}: ${p95} ms, not ${BARS.summaryMs}`);
}
say(JSON.stringify(figures));
if (values.bars && missed.length > 0) {
  process.stderr.write(`${missed.join('\n')}\n`);
  process.exitCode = 1;
}
