import { evaluate, windowsOf } from '@aicp/admin/sla/evaluation/evaluate';
import type { Objective } from '@aicp/admin/sla/objectives/objective';
import { startSlaHome } from '@aicp/admin/sla/testing/sla-home';
import { testEngines } from '@aicp/common/database/testing/engines';
import { withTimes } from '@aicp/ledger/latency/stored-times';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { sql } from 'kysely';

/**
 * Measures one evaluation of 200 definitions that are each about 50 models of one provider, over 30 days of data with traffic in every minute. The last line is one JSON object.
 */

const DEFINITIONS = 200;
const MODELS = 50;
const NOW = Date.UTC(2026, 10, 24, 12, 34, 20);
const UNITS = { minute: [60_000, 125], hour: [3_600_000, 75], day: [86_400_000, 32] } as const;
/** Different histograms that rows are given in turn. */
const SHAPES = 20;

const engine = testEngines().find(({ name }) => name === (process.argv[2] ?? 'PostgreSQL'));
if (!engine || engine.skipped !== undefined) throw new Error(engine?.skipped ?? 'no such engine');
const home = await startSlaHome(engine);

/** What a histogram of so many log-normal times is, in hexadecimal digits. */
function shape(count: number): string {
  const times = Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(6.283 * Math.random());
    return 400 * Math.exp(0.6 * normal);
  });
  return Buffer.from(withTimes(new Uint8Array(), times)).toString('hex');
}

for (const [unit, [lengthMs, count]] of Object.entries(UNITS)) {
  const isMinute = unit === 'minute';
  const requests = isMinute ? 100 : 6_000;
  const shapes = Array.from({ length: SHAPES }, () => shape(requests));
  const minutes = isMinute ? sql`` : sql`, 60, 60`;
  const names = isMinute ? sql`minute` : sql`starts, minutes, minutes_up`;
  const starts = new Date(Math.floor(NOW / lengthMs) * lengthMs).toISOString();
  await sql`insert into ${sql.id('ledger', `latency_${unit}`)}
      (provider, model, requests, failures, answered, provider_failures, histogram, first_token, ${names})
    select 'p', 'model-' || m, ${requests}::bigint, 1, ${requests}::bigint, 1,
      decode((${shapes}::text[])[1 + (m * 7 + n) % ${SHAPES}], 'hex'), ''::bytea,
      ${starts}::timestamptz - n * make_interval(secs => ${lengthMs / 1_000}) ${minutes}
    from generate_series(0, ${MODELS - 1}) m, generate_series(0, ${count - 1}) n`.execute(
    home.ledger.kysely,
  );
}

const objectives = Array.from({ length: DEFINITIONS }, (_, index): Objective => ({
  ...{ kind: 'SLADefinition', uid: String(index), name: `sla-${String(index)}` },
  ...{ organization: `org-${String(index)}`, organizationUid: undefined, provider: 'p' },
  models: Array.from({ length: MODELS }, (_one, model) => `model-${String(model)}`),
  windowMinutes: [1, 15, 60, 1_440][index % 4] ?? 60,
  targets: [
    { metric: 'p95_ms', value: 400 + index },
    { metric: 'error_rate', value: 0.01 },
  ],
  ...{ alertChannels: [], isShared: true, sinceMs: 0, modelsSinceMs: new Map() },
}));

const reader = new LedgerReader(home.ledger);
const round = (ms: number): number => Math.round(ms);
let figures = {};
for (let turn = 0; turn < 5; turn += 1) {
  const before = { at: performance.now(), cpu: process.cpuUsage() };
  const windows = objectives.flatMap(windowsOf);
  const facts = await reader.latencyWindows({ provider: 'p', nowMs: NOW, windows });
  const readMs = performance.now() - before.at;
  const standings = objectives.map((objective) => evaluate(objective, facts));
  const cpu = process.cpuUsage(before.cpu);
  figures = {
    engine: engine.name,
    readMs: round(readMs),
    evaluateMs: round(performance.now() - before.at - readMs),
    cpuMs: round((cpu.user + cpu.system) / 1_000),
    heapMb: round(process.memoryUsage().heapUsed / 2 ** 20),
    rssMb: round(process.memoryUsage().rss / 2 ** 20),
    standings: standings.reduce((sum, { models }) => sum + models.length, 0),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
await home.stop();
process.stdout.write(`${JSON.stringify(figures)}\n`);
