import type { RatioSums } from './ratio-sums.ts';

/** Fewer units of an arm than this say nothing: no variance of so few is to be trusted. */
export const FEWEST_UNITS = 8;

/** What is known of the ratio of one arm. */
export interface Estimate {
  readonly mean: number;
  /** Of the mean. */
  readonly variance: number;
  /** How many units of the same size would say as much (Kish): (Σx)² / Σx². */
  readonly units: number;
}

/**
 * The ratio Σy / Σx of an arm, and its variance by the delta method over units: Σ(y − r·x)² / (Σx)² · n / (n − 1). A unit that has much of all x pulls the ratio to itself and hides
 * what it differs by, so that the variance is divided by (1 − the largest share)², which is at least what a jackknife gives. Undefined where the units are too few.
 */
export function estimateOf({ units, x, y, xx, yy, xy, mostX }: RatioSums): Estimate | undefined {
  if (units < FEWEST_UNITS || x <= 0) return undefined;
  const mean = y / x;
  const residual = Math.max(0, yy - 2 * mean * xy + mean * mean * xx);
  const others = 1 - mostX / x;
  const variance = (units / (units - 1)) * (residual / (x * x) / (others * others));
  return { mean, variance, units: (x * x) / xx };
}

/**
 * The same of a share of requests. What has not failed yet may fail: the variance is at least that of requests that fail one by one, with one failure and one success
 * more than there were (Laplace).
 */
export function estimateOfShare(sums: RatioSums): Estimate | undefined {
  const estimate = estimateOf(sums);
  if (!estimate) return undefined;
  const likely = (sums.y + 1) / (sums.x + 2);
  const floor = (likely * (1 - likely)) / sums.x;
  return { ...estimate, variance: Math.max(estimate.variance, floor) };
}
