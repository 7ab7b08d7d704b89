import type { TrialArms } from '@aicp/ledger/query/trials/trial-arms';
import type { TrialMeasure } from '@aicp/ledger/query/trials/trial-query';
import type { Sureness } from '../statistics/always-valid.ts';
import { contrastOf, meanOf, type Arms } from '../statistics/compare.ts';
import { estimateOf, estimateOfShare } from '../statistics/estimate.ts';

/** What is known of one measure of both arms; undefined where one of them has too few units with a value. */
export function armsOf({ base, variant }: TrialArms, measure: TrialMeasure): Arms | undefined {
  const of = measure === 'errors' ? estimateOfShare : estimateOf;
  const both = {
    base: of(base.measures[measure]),
    variant: of(variant.measures[measure]),
  };
  return both.base && both.variant ? { base: both.base, variant: both.variant } : undefined;
}

/** Of the latency the logarithm is measured, since a few answers that take very long would hide all else. */
export const isLogarithmic = (measure: TrialMeasure): boolean => measure === 'latency';

/** Whether the variant has more than so many times what the base has: `more` or `less` where that is sure, else undefined. */
export function sideOf(
  arms: TrialArms,
  { measure, factor }: { readonly measure: TrialMeasure; readonly factor: number },
  sureness: Sureness,
): 'more' | 'less' | undefined {
  const both = armsOf(arms, measure);
  if (!both) return undefined;
  if (!isLogarithmic(measure)) return sideOfZero(contrastOf(both, sureness, factor));
  if (factor <= 0) return 'more';
  const { low, high } = contrastOf(both, sureness);
  const shift = Math.log(factor);
  return sideOfZero({ low: low - shift, high: high - shift });
}

/** The same of the share of failed requests of the variant alone. */
export function sideOfErrors(
  arms: TrialArms,
  share: number,
  sureness: Sureness,
): 'more' | 'less' | undefined {
  const variant = estimateOfShare(arms.variant.measures.errors);
  if (!variant) return undefined;
  const { low, high } = meanOf(variant, sureness);
  return sideOfZero({ low: low - share, high: high - share });
}

function sideOfZero({ low, high }: { readonly low: number; readonly high: number }) {
  if (low > 0) return 'more';
  return high < 0 ? 'less' : undefined;
}
