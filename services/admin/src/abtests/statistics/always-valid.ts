/** How likely it may be that a trial has an interval, at any look, that does not hold the true value. */
export const ALPHA = 0.05;

/**
 * For about how many units intervals are narrowest: set before a trial begins, by whom it assigns. Of requests there are thousands, and the number is GrowthBook's; of users and keys there are
 * hundreds, and that number would leave their intervals twice as wide as need be.
 */
export const TUNING = { user: 500, key: 500, request: 5_000 } as const;

/** What an interval has to hold for. */
export interface Sureness {
  /** The probability to be wrong at any look. */
  readonly alpha: number;
  /** One of `TUNING`. */
  readonly tuning: number;
}

/** Waudby-Smith et al., arXiv 2103.06476v7, equation 161. */
const rhoSquaredOf = ({ alpha, tuning }: Sureness): number =>
  (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tuning;

/**
 * By how many standard errors an interval reaches to each side, so that the true value is in all intervals of a trial, however often somebody looks, with the probability 1 − alpha: the mixture
 * boundary of GrowthBook's SequentialTwoSidedTTest (Waudby-Smith et al., equation 9). Its half-width √s² · √(2(nρ² + 1) · ln(√(nρ² + 1) / α) / (nρ)²) is this times √(s² / n).
 * `units` is n, of both arms together.
 */
export function reachOf(units: number, sureness: Sureness): number {
  const information = units * rhoSquaredOf(sureness);
  const log = Math.log(Math.sqrt(information + 1) / sureness.alpha);
  return Math.sqrt((2 * (information + 1) * log) / information);
}
