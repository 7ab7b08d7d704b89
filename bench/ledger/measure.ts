import { sql } from 'kysely';
import { openDatabase, type DatabaseLocation } from '@aicp/common/database/open-database';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { Periods } from '@aicp/contracts/budgets/periods';
import { LEDGER_DATABASE } from '@aicp/ledger/database/open-ledger-reader';
import type { LedgerDatabase, LedgerTables } from '@aicp/ledger/database/tables';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { quantiles, round, slowestTenth, type Quantiles, type Written } from './pace.ts';
import { serverCpuMs } from './server-cpu.ts';
import { Traffic } from './traffic.ts';

/** What the ledger's own code takes, in this process: nobody sends anything. The whole road is measured in road.ts. */
export interface LedgerFigures {
  /** A month that is brought in afterwards, as after a restore: every batch is of other minutes and quarter-hours. */
  readonly month: Intake;
  /** Traffic as it comes at 5,000 requests a second. */
  readonly rush: Intake;
  /** Of adding up the month, ms: of each kind of question. */
  readonly summaryMs: Readonly<Record<string, Quantiles>>;
  /** Rows and indexes of the tables for a million records of the month, MiB. */
  readonly mibPerMillion: Readonly<Record<string, number>>;
}

interface Intake {
  /** Usage records; each comes with one attempt or two. */
  readonly records: number;
  readonly perSecond: number;
  /** In that tenth of all records that came in slowest: what grows, and checkpoints, shall not be hidden by a fast beginning. */
  readonly perSecondOfSlowestTenth: number;
  /** CPU time of this process for a thousand records (of the database too, where that is PGlite), ms. */
  readonly cpuMsPerThousand: number;
  /** CPU time of all processes of a server for a thousand records, ms; undefined for PGlite. */
  readonly serverCpuMsPerThousand: number | undefined;
  /** Of a batch, ms. */
  readonly batchMs: Quantiles;
}

const BATCH = 1_000;
const QUESTIONS = 40;
/** Requests of a rush. */
const PER_MS = 5;
const ZONE = 'Europe/Berlin';
const MONTH = new Periods(ZONE).at('month', Date.UTC(2026, 9, 15));

const PARTS = {
  clock: { ...systemClock, now: () => MONTH.endsMs },
  random: Math.random,
  log: createLogger({ service: 'bench', level: 'silent' }),
};

/** Brings records in by several writers at a time, each as a replica of the budget service would, and asks about them. */
export async function measureLedger(options: {
  readonly location: DatabaseLocation;
  readonly month: number;
  readonly rush: number;
  readonly writers: number;
}): Promise<LedgerFigures> {
  const { location, writers } = options;
  const database = await openDatabase<LedgerTables>({ ...PARTS, ...LEDGER_DATABASE, location });
  await database.migrated();
  const { startsMs, endsMs } = MONTH;
  const times = { fromMs: startsMs, toMs: endsMs };
  const month = await bringIn({ database, writers, records: options.month, ...times });
  const size = await sizeOf(database);
  const summaryMs = await ask(database);
  const toMs = endsMs + options.rush / PER_MS;
  const rush = await bringIn({ database, writers, records: options.rush, fromMs: endsMs, toMs });
  await database.close();
  return {
    month,
    rush,
    summaryMs,
    mibPerMillion: Object.fromEntries(
      size.map(({ name, bytes }) => [name, round((bytes / options.month) * (1e6 / 2 ** 20))]),
    ),
  };
}

interface Load {
  readonly database: LedgerDatabase;
  readonly records: number;
  readonly writers: number;
  readonly fromMs: number;
  readonly toMs: number;
}

async function bringIn(load: Load): Promise<Intake> {
  const { records, writers } = load;
  const server = await serverCpuMs(load.database);
  const began = performance.now();
  const cpu = process.cpuUsage();
  const written = await Promise.all(
    Array.from({ length: writers }, (_, index) => write(load, index)),
  );
  const { user, system } = process.cpuUsage(cpu);
  const tookMs = performance.now() - began;
  const batches = written.flat();
  const serverNow = await serverCpuMs(load.database);
  return {
    records,
    perSecond: Math.round((records * 1_000) / tookMs),
    perSecondOfSlowestTenth: slowestTenth(batches, began),
    cpuMsPerThousand: round((user + system) / records),
    serverCpuMsPerThousand:
      server === undefined || serverNow === undefined
        ? undefined
        : round(((serverNow - server) * 1_000) / records),
    batchMs: quantiles(batches.map(({ ms }) => ms)),
  };
}

/** What one of the writers brings in. */
async function write(load: Load, index: number): Promise<Written[]> {
  const { database, fromMs, toMs } = load;
  const records = load.records / load.writers;
  const writer = new LedgerWriter({ database, clock: PARTS.clock });
  const traffic = new Traffic({ fromMs, toMs, records, seed: 7 + index });
  const batches: Written[] = [];
  for (let done = 0; done < records; done += BATCH) {
    const size = Math.min(BATCH, records - done);
    const batch = traffic.batch(`gateway-${index}`, size);
    const began = performance.now();
    const { accepted } = await writer.ingest(batch);
    const endedAt = performance.now();
    batches.push({ records: size, ms: endedAt - began, endedAt });
    const sent = batch.usage.length + batch.attempts.length;
    if (accepted !== sent) throw new Error(`${accepted} of ${sent} records were new`);
  }
  return batches;
}

/** What pages and reports ask of a month in the ControlPlane's time zone. */
async function ask(database: LedgerDatabase): Promise<Record<string, Quantiles>> {
  const reader = new LedgerReader(database);
  const { startsMs: from, endsMs: to } = MONTH;
  const days: number[] = [];
  const periods = new Periods(ZONE);
  for (let at = from; at < to; at = periods.at('1d', at).endsMs) days.push(at);
  const questions = {
    total: () => reader.usageBy({ from, to, groupBy: [] }),
    byTeam: () => reader.usageBy({ from, to, groupBy: ['organization', 'team'] }),
    byModel: () => reader.usageBy({ from, to, groupBy: ['provider', 'model_served'] }),
    byDay: () => reader.usageBy({ from, to, groupBy: [], step: days }),
    ofKey: () => reader.usageBy({ from, to, groupBy: ['model_served'], filter: { key: 'key-42' } }),
    spentOfAllTeams: () =>
      reader.spentByAll(
        Array.from({ length: 200 }, (_, team) => ({
          subject: { scope: 'team', organization: `org-${team % 10}`, value: `team-${team}` },
          period: MONTH,
        })),
      ),
  };
  const answers: Record<string, Quantiles> = {};
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = [];
    for (let turn = 0; turn < QUESTIONS; turn += 1) {
      const began = performance.now();
      await question();
      times.push(performance.now() - began);
    }
    answers[name] = quantiles(times);
  }
  return answers;
}

/** Bytes of each table, its days taken together, once what changed is on the disk. */
async function sizeOf(database: LedgerDatabase): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::text as bytes
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r'
    group by 1 order by 2 desc`.execute(database.kysely);
  return rows
    .map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
    .filter(({ bytes }) => bytes > 2 ** 20);
}
