import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settings, type Fragments } from '@aicp/gateway/testing/fragments';
import { benchFragments } from '../bench-fragments.ts';
import { measure, median, ratios, type Contender } from '../measure.ts';
import { spawnProcess } from '../spawn-process.ts';
import { requestTo, startGatewayTarget } from '../targets.ts';

/**
 * What the cache takes: CPU of the gateway for a request that it answers itself, beside one that a provider answers in a process of its own, with
 * the cache on and off; and the memory of a million answers. The last line is one JSON object. With `--bars` it ends with an error where a hit takes
 * more than half of a miss, the memory grows by more than 300 MiB, or what is asked often is not kept.
 */

const LOAD_CORE = 1;
/** More than are asked while one of them is kept. */
const DISTINCT = 60_000;
/** Each has a process of its own: the same code takes up to a tenth more or less from one process to the next. */
const ROUNDS = 7;
const PROMPT = 'Say something about the sea, the wind and the light over the harbour. '.repeat(12);
const MOST_OF_A_MISS = 0.5;
const MOST_MIB = 300;
const LEAST_KEPT = 0.99;

const CACHE: CacheTerms = {
  ...{ scope: 'team', ttlSeconds: 2, maxBytes: 64 << 20, maxAnswerBytes: 65_536 },
  ...{ maxTemperature: 1, epoch: 0 },
};

const bodyOf = (content: string): string =>
  JSON.stringify({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'You are terse.' },
      { role: 'user', content },
    ],
    temperature: 0.2,
  });

const SAME = [bodyOf(PROMPT)];
const OTHERS = Array.from({ length: DISTINCT }, (_, index) => bodyOf(`${index} ${PROMPT}`));
const BODIES: Readonly<Record<string, readonly string[]>> = {
  hit: SAME,
  miss: OTHERS,
  off: OTHERS,
};

function fragmentsFor(upstreamUrl: string, isOn: boolean): Fragments {
  const { features, ...rest } = settings();
  return {
    ...benchFragments(upstreamUrl),
    settings: { ...rest, features: { ...features, semanticCache: isOn }, cache: CACHE },
  };
}

async function requests() {
  const args = [join(import.meta.dirname, '../upstream.ts'), '100', '0'];
  const upstream = await spawnProcess({ args, core: LOAD_CORE, ready: /ready ([0-9]+)/ });
  const url = `http://127.0.0.1:${upstream.port}`;
  const contender = (name: string): Contender => ({
    name,
    isFresh: true,
    start: async () => ({
      ...(await startGatewayTarget(url, {}, fragmentsFor(url, name !== 'off'))),
      name,
    }),
  });
  const samples = await measure(['hit', 'miss', 'off'].map(contender), {
    connections: 16,
    requestsFor: (target) => (BODIES[target.name] ?? []).map((body) => requestTo(target, 0, body)),
    warmUp: { requests: 30_000, mostMs: 12_000 },
    windowMs: 3000,
    rounds: ROUNDS,
  });
  await upstream.stop();
  const us = (name: string): number =>
    Math.round(median((samples.get(name) ?? []).map(({ cpuUs }) => cpuUs)));
  const [hit, miss, off] = [us('hit'), us('miss'), us('off')];
  const rounds = ratios(samples, 'hit', 'miss');
  return {
    ...{ hit_us: hit, miss_us: miss, off_us: off, hit_of_miss: median(rounds) },
    ...{ least_of_miss: Math.min(...rounds), most_of_miss: Math.max(...rounds) },
  };
}

async function memory() {
  const flags = ['--expose-gc', '--max-semi-space-size=2', '--heap-growing-percent=25'];
  const program = join(import.meta.dirname, 'memory.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program]);
  return JSON.parse(stdout) as { readonly resident_mib: number; readonly hot_kept: number };
}

const figures = { ...(await requests()), ...(await memory()) };
process.stdout.write(`${JSON.stringify(figures)}\n`);
const isGood =
  figures.hit_of_miss <= MOST_OF_A_MISS &&
  figures.resident_mib <= MOST_MIB &&
  figures.hot_kept >= LEAST_KEPT;
if (process.argv.includes('--bars') && !isGood) process.exitCode = 1;
