import { describe, expect, it } from 'vitest';
import {
  SIMULATED,
  seededRandom,
  simulateTrial,
  type Look,
  type Trial,
} from '../testing/simulate-trial.ts';
import { ALPHA, TUNING } from './always-valid.ts';
import { contrastOf, detectableOf, type Arms } from './compare.ts';
import { estimateOf, estimateOfShare } from './estimate.ts';
import type { RatioSums } from './ratio-sums.ts';
import { sampleRatioOf } from './sample-ratio.ts';

const TRIALS = 1_000;
const LOOKS = 50;
/** They take 5 s on a machine that does nothing else. */
const TIMEOUT_MS = 120_000;
const SURE = { alpha: ALPHA, tuning: TUNING.user };

function armsOf([base, variant]: readonly [RatioSums, RatioSums], of = estimateOf) {
  const both = { base: of(base), variant: of(variant) };
  return both.base && both.variant ? (both as Arms) : undefined;
}

const isOff = (arms: Arms | undefined): boolean => {
  if (!arms) return false;
  const { low, high } = contrastOf(arms, SURE);
  return low > 0 || high < 0;
};

/** A test of one look at independent values, at a level of 5 %. */
const isNaivelyOff = (arms: Arms | undefined): boolean => {
  if (!arms) return false;
  const { base, variant } = arms;
  return Math.abs(variant.mean - base.mean) > 1.96 * Math.sqrt(base.variance + variant.variance);
};

/** Which tests find a difference, at any look, or at the last. */
function testsOf(looks: Iterable<Look>): Set<string> {
  const found = new Set<string>();
  let last: Look | undefined;
  for (const look of looks) {
    last = look;
    for (const metric of SIMULATED) {
      const of = metric === 'errors' ? estimateOfShare : estimateOf;
      if (isOff(armsOf(look.byUnits[metric], of))) found.add(metric);
    }
    for (const name of naiveOf(look)) found.add(`${name}, peeking`);
  }
  if (!last) return found;
  for (const name of naiveOf(last)) found.add(`${name}, one look`);
  if (isAskew(last)) found.add('sample ratio');
  return found;
}

const naiveOf = ({ byRequests, byUnits }: Look): string[] => [
  ...(isNaivelyOff(armsOf(byRequests)) ? ['requests'] : []),
  ...(isNaivelyOff(armsOf(byUnits.latency)) ? ['units'] : []),
];

const isAskew = ({ byUnits: { latency } }: Look): boolean =>
  sampleRatioOf({ base: latency[0].units, variant: latency[1].units }, 50).isMismatch;

const NAIVE = [
  'sample ratio',
  'requests, peeking',
  'requests, one look',
  'units, peeking',
  'units, one look',
];

describe('1,000 trials of a model against itself, looked at 50 times each', () => {
  const counts = new Map<string, number>();
  const shareOf = (name: string): number => (counts.get(name) ?? 0) / TRIALS;

  it(
    'find a difference in 5 % of them at most',
    () => {
      for (let seed = 1; seed <= TRIALS; seed += 1) {
        const random = seededRandom(seed);
        const found = testsOf(
          simulateTrial({ units: 400, looks: LOOKS, requestsPerLook: 0.5, random }),
        );
        for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      for (const name of [...SIMULATED, ...NAIVE]) {
        process.stdout.write(
          `A/A, false positives: ${name}: ${(100 * shareOf(name)).toFixed(1)} %\n`,
        );
      }
      for (const metric of SIMULATED) expect(shareOf(metric)).toBeLessThanOrEqual(ALPHA);
      expect(shareOf('sample ratio')).toBeLessThanOrEqual(0.005);
    },
    TIMEOUT_MS,
  );

  it('would be taken for differences by a test of requests, and by one of units that is looked at again and again', () => {
    expect(shareOf('requests, one look')).toBeGreaterThan(0.25);
    expect(shareOf('requests, peeking')).toBeGreaterThan(0.5);
    expect(shareOf('units, one look')).toBeLessThan(0.08);
    expect(shareOf('units, peeking')).toBeGreaterThan(0.1);
  });
});

/** What a plan of so many units can find, by a few trials of nothing. */
function plannedFor(shape: Omit<Trial, 'random'>): number {
  const found = Array.from({ length: 51 }, (_, index) => {
    const last = [...simulateTrial({ ...shape, random: seededRandom(3_001 + index) })].at(-1);
    const arms = last && armsOf(last.byUnits.latency);
    return arms ? detectableOf(arms, SURE) : Infinity;
  });
  return found.sort((a, b) => a - b)[25] ?? 0;
}

describe('a difference as large as is said to be found eight times in ten', () => {
  it(
    'is found as often',
    () => {
      const shape = { units: 1_000, looks: LOOKS, requestsPerLook: 0.4 };
      const effect = -plannedFor(shape);
      let found = 0;
      const trials = 300;
      for (let seed = 5_001; seed <= 5_000 + trials; seed += 1) {
        const looks = simulateTrial({ ...shape, effect, random: seededRandom(seed) });
        if (testsOf(looks).has('latency')) found += 1;
      }
      const share = found / trials;
      process.stdout.write(
        `A difference of ${(100 * (Math.exp(effect) - 1)).toFixed(0)} %: found in ${(100 * share).toFixed(0)} % of ${trials} trials\n`,
      );
      expect(share).toBeGreaterThanOrEqual(0.8);
    },
    TIMEOUT_MS,
  );
});
