import { KEYS } from './bench-fragments.ts';
import { measureDecisions } from './decision.ts';
import { measure, median, ratio, type Sample, type Workload } from './measure.ts';
import { pin, spawnProcess, type Spawned } from './spawn-process.ts';
import {
  requestTo,
  startGatewayTarget,
  startPassthroughTarget,
  startPortkeyTarget,
  type Target,
} from './targets.ts';

/**
 * Measures the gateway's CPU per request beside Portkey's and beside a bare pass-through: the same provider, the same run, windows
 * in turn. The last line is one JSON object with the ratios.
 */

const LOAD_CORE = 1;
const PROMPT = 'Say something about the sea, the wind and the light over the harbour. '.repeat(12);
const QUICK = process.argv.includes('--quick');

/** What the figures are of. */
const MEASURED = `CPU of one process that stands between clients and a simulated provider on loopback: all its threads, user and system time,
by request that was answered; the median of windows that the three take in turn, on a core of their own where there are two.
  passthrough  node:http and undici, and nothing in between
  gateway      ours as shipped: 1,000 keys, 100 policies, prices, usage, metrics, decisions, journal on this disk
  portkey      @portkey-ai/gateway 1.15.2, without keys, limits or records
Prompt of ${PROMPT.length} characters; json: an answer of 100 tokens; stream: 20 tokens at 200 a second. Ratios are medians over windows of the same round.
`;

interface Scenario {
  readonly name: string;
  readonly stream: boolean;
  /** Tokens of an answer, and how many a second; 0: at once. */
  readonly upstream: readonly [tokens: number, perSecond: number];
  readonly connections: number;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'json', stream: false, upstream: [100, 0], connections: 32 },
  { name: 'stream', stream: true, upstream: [20, 200], connections: 48 },
];

const bodyOf = (stream: boolean): string =>
  JSON.stringify({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content: PROMPT },
    ],
    temperature: 0.2,
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  });

async function runScenario(scenario: Scenario): Promise<Map<string, Sample[]>> {
  const stops: (() => Promise<void>)[] = [];
  const started = async <T extends Spawned | Target>(starting: Promise<T>): Promise<T> => {
    const spawned = await starting;
    stops.push(() => spawned.stop());
    return spawned;
  };
  try {
    const args = [`${import.meta.dirname}/upstream.ts`, ...scenario.upstream.map(String)];
    const upstream = await started(
      spawnProcess({ args, core: LOAD_CORE, ready: /ready ([0-9]+)/ }),
    );
    const url = `http://127.0.0.1:${upstream.port}`;
    const targets = [
      await started(startPassthroughTarget(url)),
      await started(startGatewayTarget(url)),
      await started(startPortkeyTarget(url)),
    ];
    return await measure(targets, workloadOf(scenario));
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

function workloadOf(scenario: Scenario): Workload {
  const body = bodyOf(scenario.stream);
  return {
    connections: scenario.connections,
    requestsFor: (target) => Array.from({ length: KEYS }, (_, key) => requestTo(target, key, body)),
    warmUpMs: QUICK ? 3000 : 7000,
    windowMs: 1200,
    rounds: QUICK ? 4 : 11,
  };
}

function print(name: string, samples: Map<string, Sample[]>): void {
  process.stdout.write(`\n${name}\n`);
  for (const [target, windows] of samples) {
    const cpu = median(windows.map((sample) => sample.cpuUs)).toFixed(0);
    const rate = median(windows.map((sample) => sample.perSecond)).toFixed(0);
    const over = ratio(samples, target, 'passthrough').toFixed(2);
    process.stdout.write(
      `  ${target.padEnd(12)} ${cpu.padStart(6)} µs CPU a request  ${over.padStart(6)} × pass-through  ${rate.padStart(6)} requests/s\n`,
    );
  }
}

pin(process.pid, LOAD_CORE);
process.stdout.write(MEASURED);
const ratios: Record<string, number> = {};
for (const scenario of SCENARIOS) {
  const samples = await runScenario(scenario);
  print(scenario.name, samples);
  const prefix = scenario.stream ? 'stream_cpu' : 'cpu';
  ratios[`${prefix}_vs_portkey`] = ratio(samples, 'gateway', 'portkey');
  ratios[`${prefix}_vs_passthrough`] = ratio(samples, 'gateway', 'passthrough');
}
const decisions = measureDecisions();
process.stdout.write(`\ndecision\n${decisions.table}\n\n`);
ratios.decision_10000_vs_10 = decisions.ratio;
process.stdout.write(`${JSON.stringify(ratios)}\n`);
