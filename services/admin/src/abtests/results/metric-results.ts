import type { TrialArms } from '@aicp/ledger/query/trials/trial-arms';
import { TRIAL_MEASURES, type TrialMeasure } from '@aicp/ledger/query/trials/trial-query';
import { z } from 'zod';
import { armsOf, isLogarithmic } from '../judging/measure.ts';
import type { Sureness } from '../statistics/always-valid.ts';
import {
  contrastOf,
  detectableOf,
  quotientOf,
  type Arms,
  type Interval,
} from '../statistics/compare.ts';

/** Names of measures in the API, and what one of them is there. */
const TOLD: Readonly<Record<TrialMeasure, { readonly name: string; readonly per: number }>> = {
  cost: { name: 'cost_efficiency', per: 1e-9 },
  latency: { name: 'latency', per: 1 },
  errors: { name: 'error_rate', per: 1 },
  tokens: { name: 'tokens', per: 1 },
  feedback: { name: 'feedback', per: 1 },
};

const figure = (description: string) => z.number().nullable().meta({ description });

/** How the arms compare in one metric. */
export const metricResult = z.object({
  metric: z.enum(['cost_efficiency', 'latency', 'error_rate', 'tokens', 'feedback']).meta({
    description:
      'cost_efficiency: USD per answer. latency: geometric mean of milliseconds. error_rate: share of failed requests. tokens: per answer. feedback: mean score, where −1 is 0 and 1 is 1.',
  }),
  base: figure('Of the base; null where too few units have one.'),
  variant: figure('Of the variant.'),
  difference: figure('variant − base.'),
  relative: figure('The difference as a share of the base; null where the base is 0.'),
  ci_low: figure('From where on the difference surely is, at all looks together.'),
  ci_high: figure('Up to where it surely is.'),
  relative_low: figure('The same of the share; null where the base may be 0.'),
  relative_high: figure('The same of the share.'),
  detectable: figure(
    'The smallest difference that a trial of as many units finds with a power of 80 %.',
  ),
  is_significant: z.boolean().meta({ description: 'Whether the interval leaves out 0.' }),
});
export type MetricResult = z.output<typeof metricResult>;

/** How the arms compare, metric by metric. */
export const metricResultsOf = (arms: TrialArms, sureness: Sureness): MetricResult[] =>
  TRIAL_MEASURES.map((measure) => {
    const both = armsOf(arms, measure);
    const { name, per } = TOLD[measure];
    const metric = name as MetricResult['metric'];
    if (!both) return { metric, ...UNKNOWN };
    return {
      metric,
      ...(isLogarithmic(measure) ? ofLogarithms(both, sureness) : ofValues(both, sureness, per)),
    };
  });

type Compared = Omit<MetricResult, 'metric'>;

const UNKNOWN: Compared = {
  base: null,
  variant: null,
  difference: null,
  relative: null,
  ci_low: null,
  ci_high: null,
  relative_low: null,
  relative_high: null,
  detectable: null,
  is_significant: false,
};

const leavesOut0 = ({ low, high }: Interval): boolean => low > 0 || high < 0;

function ofValues(arms: Arms, sureness: Sureness, per: number): Compared {
  const { base, variant } = arms;
  const interval = contrastOf(arms, sureness);
  const quotient = quotientOf(arms, sureness);
  return {
    base: base.mean * per,
    variant: variant.mean * per,
    difference: (variant.mean - base.mean) * per,
    relative: base.mean === 0 ? null : variant.mean / base.mean - 1,
    ci_low: interval.low * per,
    ci_high: interval.high * per,
    relative_low: quotient ? quotient.low - 1 : null,
    relative_high: quotient ? quotient.high - 1 : null,
    detectable: detectableOf(arms, sureness) * per,
    is_significant: leavesOut0(interval),
  };
}

/** Of logarithms, a difference is a quotient; what it is in milliseconds is told by the base as it is. */
function ofLogarithms(arms: Arms, sureness: Sureness): Compared {
  const base = Math.exp(arms.base.mean);
  const interval = contrastOf(arms, sureness);
  const relative = Math.expm1(arms.variant.mean - arms.base.mean);
  const [low, high] = [Math.expm1(interval.low), Math.expm1(interval.high)];
  return {
    base,
    variant: Math.exp(arms.variant.mean),
    difference: base * relative,
    relative,
    ci_low: finite(base * low),
    ci_high: finite(base * high),
    relative_low: low,
    relative_high: finite(high),
    detectable: finite(base * Math.expm1(detectableOf(arms, sureness))),
    is_significant: leavesOut0(interval),
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
