import { reachOf, type Sureness } from './always-valid.ts';
import type { Estimate } from './estimate.ts';

/** Where a value is, surely enough. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Arms {
  readonly base: Estimate;
  readonly variant: Estimate;
}

const reach = ({ base, variant }: Arms, sureness: Sureness): number =>
  reachOf(base.units + variant.units, sureness);

const around = (middle: number, half: number): Interval => ({
  low: middle - half,
  high: middle + half,
});

/** Where variant − factor · base is, at all looks. With the factor 1 it is the difference. */
export function contrastOf(arms: Arms, sureness: Sureness, factor = 1): Interval {
  const { base, variant } = arms;
  const error = Math.sqrt(variant.variance + factor * factor * base.variance);
  return around(variant.mean - factor * base.mean, reach(arms, sureness) * error);
}

/**
 * Where variant / base is, at all looks: every factor for which the contrast may be 0 (Fieller), so that no division by a base that may be 0 makes it too narrow. Undefined where the base is not
 * known well enough to be told from 0.
 */
export function quotientOf(arms: Arms, sureness: Sureness): Interval | undefined {
  const { base, variant } = arms;
  const squared = reach(arms, sureness) ** 2;
  const a = base.mean ** 2 - squared * base.variance;
  const c = variant.mean ** 2 - squared * variant.variance;
  const b = base.mean * variant.mean;
  if (!(a > 0) || !Number.isFinite(c)) return undefined;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  return { low: (b - root) / a, high: (b + root) / a };
}

/** Where the mean of one arm is, at all looks. */
export const meanOf = (arm: Estimate, sureness: Sureness): Interval =>
  around(arm.mean, reachOf(arm.units, sureness) * Math.sqrt(arm.variance));

/** Standard errors by which a difference has to be larger than the interval's reach, to be found eight times in ten. */
const POWER_80 = 0.8416212335729143;

/** The smallest difference that trials of as many units would find with a power of 80 %. */
export function detectableOf(arms: Arms, sureness: Sureness): number {
  const error = Math.sqrt(arms.base.variance + arms.variant.variance);
  return (reach(arms, sureness) + POWER_80) * error;
}
