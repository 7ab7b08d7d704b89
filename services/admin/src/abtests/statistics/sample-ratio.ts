import { complementaryError } from './complementary-error.ts';

/** A split that is less likely than this by chance is none by chance (as in GrowthBook). */
const ALARM = 0.001;
/** Where an arm should have fewer units than this, the split is not checked. */
const FEWEST = 8;

export interface SampleRatio {
  /** Share of the units that the variant should have. */
  readonly expected: number;
  /** Share that it has; undefined where there are none. */
  readonly observed: number | undefined;
  /** How likely a split is that is at least as far off; undefined where there are too few units. */
  readonly pValue: number | undefined;
  readonly isMismatch: boolean;
}

/** Whether units were assigned as the split says (chi-square with one degree of freedom). Otherwise something loses or adds units of one arm, and no result can be trusted. */
export function sampleRatioOf(
  units: { readonly base: number; readonly variant: number },
  splitPercent: number,
): SampleRatio {
  const expected = splitPercent / 100;
  const all = units.base + units.variant;
  const observed = all > 0 ? units.variant / all : undefined;
  if (all * Math.min(expected, 1 - expected) < FEWEST) {
    return { expected, observed, pValue: undefined, isMismatch: false };
  }
  const off = (units.variant - all * expected) ** 2;
  const chiSquare = off / (all * expected) + off / (all * (1 - expected));
  const pValue = complementaryError(Math.sqrt(chiSquare / 2));
  return { expected, observed, pValue, isMismatch: pValue < ALARM };
}
