import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { countText, durationText, percentText, usdText } from '../../../ui/text/format-number.ts';

export type Results = ApiSchemas['AbTestResults'];
export type MetricResult = Results['metrics'][number];
export type Metric = MetricResult['metric'];

interface MetricLook {
  readonly title: string;
  readonly valueText: (value: number) => string;
  readonly isMoreBetter: boolean;
}

/** What each measure is called, how its values are told, and which way is better. */
export const METRICS: Readonly<Record<Metric, MetricLook>> = {
  cost_efficiency: { title: 'Cost of an answer', valueText: usdText, isMoreBetter: false },
  latency: { title: 'Latency', valueText: durationText, isMoreBetter: false },
  error_rate: { title: 'Errors', valueText: percentText, isMoreBetter: false },
  tokens: { title: 'Tokens of an answer', valueText: countText, isMoreBetter: false },
  feedback: { title: 'Feedback (0 to 1)', valueText: countText, isMoreBetter: true },
};

/** What the measure is called that decides a test. */
export const metricTitle = (metric: unknown): string =>
  typeof metric === 'string' && Object.hasOwn(METRICS, metric)
    ? METRICS[metric as Metric].title
    : '';

/** What the figures say. */
export const VERDICTS: Readonly<
  Record<Results['verdict'], { readonly label: string; readonly tone: 'good' | 'bad' | 'quiet' }>
> = {
  too_few_requests: { label: 'Too few requests yet', tone: 'quiet' },
  undecided: { label: 'Undecided', tone: 'quiet' },
  variant_better: { label: 'The variant is better', tone: 'good' },
  variant_worse: { label: 'The variant is worse', tone: 'bad' },
  no_relevant_difference: { label: 'No difference that matters', tone: 'quiet' },
  guard_rail: { label: 'A limit was reached', tone: 'bad' },
  sample_ratio_mismatch: { label: 'The split is off: no figure can be trusted', tone: 'bad' },
};

export const RECOMMENDATIONS: Readonly<Record<Results['recommendation'], string>> = {
  promote: 'promote the variant',
  rollback: 'roll back',
  continue: 'go on',
  stop: 'stop',
};

const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumSignificantDigits: 3 });

/** A difference and where it surely is, in one unit. */
export interface Interval {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly text: (value: number) => string;
}

/** A sign always, so that more and less are told apart. */
const signed =
  (text: (value: number) => string) =>
  (value: number): string =>
    value > 0 ? `+${text(value)}` : text(value).replace('-', '−');

/** The difference of the variant: as a share of the base where that is known, else as it is; undefined where nothing is. */
export function intervalOf(result: MetricResult): Interval | undefined {
  const { relative, relative_low, relative_high, difference, ci_low, ci_high, metric } = result;
  if (relative !== null && relative_low !== null && relative_high !== null) {
    return {
      low: relative_low,
      middle: relative,
      high: relative_high,
      text: signed((share) => SHARE.format(share)),
    };
  }
  if (difference === null || ci_low === null || ci_high === null) return undefined;
  const text = signed(METRICS[metric].valueText);
  return { low: ci_low, middle: difference, high: ci_high, text };
}

/** What an interval means, in words. */
export function meaningOf(result: MetricResult): string {
  const interval = intervalOf(result);
  if (!interval) return 'Too little is known';
  if (!result.is_significant) return 'May be chance';
  const isMore = interval.middle > 0;
  return isMore === METRICS[result.metric].isMoreBetter
    ? 'The variant is better'
    : 'The variant is worse';
}

/** Where an interval is drawn, percent of the width: no difference is in the middle, and the whole of it is within. */
export function placeOf({ low, middle, high }: Interval) {
  const reach = Math.max(Math.abs(low), Math.abs(high)) * 1.1 || 1;
  const at = (value: number): number => 50 + (50 * value) / reach;
  return { from: at(low), to: at(high), at: at(middle) };
}
