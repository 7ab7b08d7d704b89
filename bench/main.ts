import { KEYS } from './bench-fragments.ts';
import { measureDecisions } from './decision.ts';
import { latencyOf, type Latency } from './latency.ts';
import { measure, median, ratio, type Contender, type Sample, type Workload } from './measure.ts';
import { sheddingOf, type Shedding } from './shedding.ts';
import { pin, spawnProcess } from './spawn-process.ts';
import {
  requestTo,
  startGatewayTarget,
  startLiteLlmTarget,
  startPassthroughTarget,
  startPortkeyTarget,
  startRedis,
  type Target,
} from './targets.ts';

/**
 * Measures the gateway's CPU per request beside its peers' and beside a bare pass-through: the same provider, the same run, windows
 * in turn; and the time that it adds at a steady rate. The last line is one JSON object with the ratios.
 */

const LOAD_CORE = 1;
const PROMPT = 'Say something about the sea, the wind and the light over the harbour. '.repeat(12);
const QUICK = process.argv.includes('--quick');
const WARM_UP = { requests: QUICK ? 10_000 : 50_000, mostMs: QUICK ? 4000 : 20_000 };
const PER_SECOND = 300;
/** Streams that a gateway has under way, and takes no more beside them; how many tokens a second of each; how many requests a second come. */
const HELD = 512;
const STREAMED_PER_SECOND = 5;
/** Tokens of each: more than it is measured for. */
const STREAMED = 1000;
const SHED_PER_SECOND = 500;

/** What the figures are of. */
const MEASURED = `CPU of one process that stands between clients and a simulated provider on loopback: all its threads, user and system time,
by request that was answered; the median of windows that they take in turn, on a core of their own where there are two.
  passthrough    node:http and undici, and nothing in between; started anew for each window
  gateway        ours as shipped: 1,000 keys, 1,000 policies, limits of every scope, tiers, prices, usage, metrics, decisions, journal on this disk
  gateway+redis  the same, counting in a Redis on the core of the load
  portkey        @portkey-ai/gateway 1.15.2, without keys, limits or records
  litellm        LiteLLM's proxy, one worker, without keys, database or records
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

const requestsFor = (target: Target, stream: boolean): Buffer[] => {
  const body = bodyOf(stream);
  return Array.from({ length: KEYS }, (_, key) => requestTo(target, key, body));
};

async function startUpstream([tokens, perSecond]: Scenario['upstream']) {
  const args = [`${import.meta.dirname}/upstream.ts`, String(tokens), String(perSecond)];
  return await spawnProcess({ args, core: LOAD_CORE, ready: /ready ([0-9]+)/ });
}

async function runScenario(scenario: Scenario): Promise<Map<string, Sample[]>> {
  await using started = new AsyncDisposableStack();
  const upstream = await startUpstream(scenario.upstream);
  started.defer(() => upstream.stop());
  const redis = await startRedis(LOAD_CORE);
  if (redis) started.defer(() => redis.stop());
  const url = `http://127.0.0.1:${upstream.port}`;
  return await measure(contendersFor(url, redis?.port), workloadOf(scenario));
}

function contendersFor(url: string, redisPort: number | undefined): Contender[] {
  const withRedis = {
    name: 'gateway+redis',
    start: async () => ({
      ...(await startGatewayTarget(url, { AICP_REDIS_URL: `redis://127.0.0.1:${redisPort}` })),
      name: 'gateway+redis',
    }),
  };
  return [
    { name: 'passthrough', start: () => startPassthroughTarget(url), isFresh: true },
    { name: 'gateway', start: () => startGatewayTarget(url) },
    ...(redisPort === undefined ? [] : [withRedis]),
    { name: 'portkey', start: () => startPortkeyTarget(url) },
  ];
}

const workloadOf = (scenario: Scenario): Workload => ({
  connections: scenario.connections,
  requestsFor: (target) => requestsFor(target, scenario.stream),
  warmUp: WARM_UP,
  windowMs: 1200,
  rounds: QUICK ? 4 : 11,
});

function print(name: string, samples: Map<string, Sample[]>): void {
  process.stdout.write(`\n${name}\n`);
  for (const [target, windows] of samples) {
    const cpu = median(windows.map((sample) => sample.cpuUs)).toFixed(0);
    const rate = median(windows.map((sample) => sample.perSecond)).toFixed(0);
    const over = ratio(samples, target, 'passthrough').toFixed(2);
    process.stdout.write(
      `  ${target.padEnd(14)} ${cpu.padStart(6)} µs CPU a request  ${over.padStart(6)} × pass-through  ${rate.padStart(6)} requests/s\n`,
    );
  }
}

/** LiteLLM takes many times as long as the others, so it has windows of its own beside the gateway's. */
async function runLiteLlm(): Promise<Map<string, Sample[]> | undefined> {
  await using started = new AsyncDisposableStack();
  const upstream = await startUpstream([100, 0]);
  started.defer(() => upstream.stop());
  const url = `http://127.0.0.1:${upstream.port}`;
  const peer = await startLiteLlmTarget(url);
  if (!peer) return undefined;
  started.defer(() => peer.stop());
  const stays = { ...peer, stop: () => Promise.resolve() };
  const contenders: Contender[] = [
    { name: 'passthrough', start: () => startPassthroughTarget(url) },
    { name: 'gateway', start: () => startGatewayTarget(url) },
    { name: 'litellm', start: () => Promise.resolve(stays) },
  ];
  const connections = 8;
  return await measure(contenders, {
    connections,
    requestsFor: (target) => requestsFor(target, false),
    warmUp: WARM_UP,
    windowMs: 2000,
    rounds: QUICK ? 2 : 5,
  });
}

/** What stands in between adds to the time of an answer, at a steady rate: turns of one and of the other, and the median of the differences. */
async function addedLatency(): Promise<Latency> {
  await using started = new AsyncDisposableStack();
  const upstream = await startUpstream([100, 0]);
  started.defer(() => upstream.stop());
  const gateway = await startGatewayTarget(`http://127.0.0.1:${upstream.port}`);
  started.defer(() => gateway.stop());
  const direct = { ...upstream, name: 'direct', headers: [] };
  const timesOf = (target: Target, ms: number): Promise<Latency> =>
    latencyOf({
      port: target.port,
      perSecond: PER_SECOND,
      ms,
      connections: 64,
      requests: requestsFor(target, false),
    });
  for (const target of [direct, gateway]) await timesOf(target, QUICK ? 2000 : 6000);
  const added: Latency[] = [];
  for (let round = 0; round < (QUICK ? 3 : 7); round += 1) {
    const without = await timesOf(direct, 4000);
    const within = await timesOf(gateway, 4000);
    added.push({ p50: within.p50 - without.p50, p99: within.p99 - without.p99 });
  }
  return { p50: median(added.map(({ p50 }) => p50)), p99: median(added.map(({ p99 }) => p99)) };
}

/** What a gateway that has as much to do as it takes answers to further requests, and what that costs it. */
async function shedding(): Promise<Shedding> {
  await using started = new AsyncDisposableStack();
  const upstream = await startUpstream([STREAMED, STREAMED_PER_SECOND]);
  started.defer(() => upstream.stop());
  const target = await startGatewayTarget(`http://127.0.0.1:${upstream.port}`, {
    AICP_MAX_REQUESTS: String(HELD),
    // All of the streams are one organization's.
    AICP_ORGANIZATION_SHARE: '1',
    AICP_KEY_SHARE: '1',
  });
  started.defer(() => target.stop());
  return await sheddingOf(target, {
    held: HELD,
    streams: requestsFor(target, true),
    requests: requestsFor(target, false),
    perSecond: SHED_PER_SECOND,
    ms: 2000,
    turns: QUICK ? 3 : 7,
  });
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

pin(process.pid, LOAD_CORE);
process.stdout.write(MEASURED);
const ratios: Record<string, number> = {};
for (const scenario of SCENARIOS) {
  const samples = await runScenario(scenario);
  print(scenario.name, samples);
  const prefix = scenario.stream ? 'stream_cpu' : 'cpu';
  ratios[`${prefix}_vs_portkey`] = ratio(samples, 'gateway', 'portkey');
  ratios[`${prefix}_vs_passthrough`] = ratio(samples, 'gateway', 'passthrough');
  if (samples.has('gateway+redis')) {
    ratios[`${prefix}_redis_vs_passthrough`] = ratio(samples, 'gateway+redis', 'passthrough');
  }
}
const beside = await runLiteLlm();
if (beside) {
  print('json beside LiteLLM', beside);
  ratios.cpu_vs_litellm = ratio(beside, 'gateway', 'litellm');
} else process.stdout.write('\nLiteLLM is left out: there is no Python 3 with venv\n');
const added = await addedLatency();
process.stdout.write(
  `\nadded at ${PER_SECOND} requests/s\n  p50 ${added.p50.toFixed(2)} ms, p99 ${added.p99.toFixed(2)} ms\n`,
);
ratios.added_p50_ms = rounded(added.p50);
ratios.added_p99_ms = rounded(added.p99);
const shed = await shedding();
process.stdout.write(
  `\nshedding: ${SHED_PER_SECOND} requests/s too many beside ${HELD} streams\n  503 after p50 ${shed.p50.toFixed(2)} ms, p99 ${shed.p99.toFixed(2)} ms, for ${shed.cpuUs.toFixed(0)} µs CPU\n`,
);
ratios.shed_p99_ms = rounded(shed.p99);
ratios.shed_cpu_us = Math.round(shed.cpuUs);
const decisions = measureDecisions();
process.stdout.write(`\ndecision\n${decisions.table}\n\n`);
ratios.decision_10000_vs_10 = decisions.ratio;
process.stdout.write(`${JSON.stringify(ratios)}\n`);
