import { NO_SUMS, type RatioSums } from '../statistics/ratio-sums.ts';

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const SIMULATED = ['latency', 'cost', 'errors'] as const;
export type Simulated = (typeof SIMULATED)[number];

/** What is known at one look: sums over units, and for each arm the same of requests, as if each were a unit. */
export interface Look {
  readonly byUnits: Readonly<Record<Simulated, readonly [base: RatioSums, variant: RatioSums]>>;
  readonly byRequests: readonly [base: RatioSums, variant: RatioSums];
}

export interface Trial {
  readonly units: number;
  readonly looks: number;
  /** Of a unit of the middle, at each look. */
  readonly requestsPerLook: number;
  /** What of the logarithm of its latency the variant adds. */
  readonly effect?: number;
  readonly random: () => number;
}

type Sums = { -readonly [name in keyof RatioSums]: number };

const ARMS = [0, 1] as const;

/**
 * A trial whose units differ, as people and programs do: in how much they ask (some ten times as much as others), in how long their prompts take, in what they cost and
 * how often they fail. Units come one after another until the last look, and each goes on to ask until then.
 */
export function* simulateTrial(trial: Trial): Generator<Look> {
  const { units, looks, random } = trial;
  const normal = normals(random);
  const all = Array.from({ length: units }, () => newUnit(trial, normal));
  const byRequests = ARMS.map((): Sums => ({ ...NO_SUMS }));
  for (let look = 1; look <= looks; look += 1) {
    const here = all.slice(0, Math.ceil((units * look) / looks));
    for (const unit of here) ask(unit, { trial, normal, requests: byRequests[unit.arm] });
    yield { byUnits: sumsOf(here), byRequests: [byRequests[0] as Sums, byRequests[1] as Sums] };
  }
}

interface Unit {
  readonly arm: 0 | 1;
  readonly rate: number;
  readonly habit: Readonly<Record<Simulated, number>>;
  requests: number;
  readonly total: Record<Simulated, number>;
}

function newUnit({ requestsPerLook, random }: Trial, normal: () => number): Unit {
  return {
    arm: random() < 0.5 ? 0 : 1,
    rate: requestsPerLook * Math.exp(normal()),
    habit: {
      latency: Math.log(800) + 0.5 * normal(),
      cost: 0.6 * normal(),
      errors: Math.min(0.5, 0.02 * Math.exp(normal())),
    },
    requests: 0,
    total: { latency: 0, cost: 0, errors: 0 },
  };
}

interface Asking {
  readonly trial: Trial;
  readonly normal: () => number;
  readonly requests: Sums | undefined;
}

function ask(unit: Unit, { trial, normal, requests }: Asking): void {
  const { effect = 0, random } = trial;
  const shift = unit.arm === 1 ? effect : 0;
  for (let left = poisson(unit.rate, random); left > 0; left -= 1) {
    const latency = unit.habit.latency + shift + 0.4 * normal();
    unit.requests += 1;
    unit.total.latency += latency;
    unit.total.cost += Math.exp(unit.habit.cost + 0.5 * normal());
    unit.total.errors += random() < unit.habit.errors ? 1 : 0;
    if (requests) add(requests, 1, latency);
  }
}

function sumsOf(units: readonly Unit[]): Look['byUnits'] {
  const sums = { latency: pair(), cost: pair(), errors: pair() };
  for (const { arm, requests, total } of units) {
    if (requests === 0) continue;
    for (const metric of SIMULATED) add(sums[metric][arm], requests, total[metric]);
  }
  return sums;
}

const pair = (): [Sums, Sums] => [{ ...NO_SUMS }, { ...NO_SUMS }];

function add(sums: Sums, x: number, y: number): void {
  sums.units += 1;
  sums.x += x;
  sums.y += y;
  sums.xx += x * x;
  sums.yy += y * y;
  sums.xy += x * y;
  if (x > sums.mostX) sums.mostX = x;
}

/** Marsaglia's polar method. */
function normals(random: () => number): () => number {
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    for (;;) {
      const a = 2 * random() - 1;
      const b = 2 * random() - 1;
      const square = a * a + b * b;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      spare = b * scale;
      return a * scale;
    }
  };
}

/** Knuth's method, for small means. */
function poisson(mean: number, random: () => number): number {
  const end = Math.exp(-Math.min(mean, 500));
  let count = 0;
  for (let product = random(); product > end; product *= random()) count += 1;
  return count;
}
