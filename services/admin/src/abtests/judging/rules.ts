import type { ABTestSpec } from '@aicp/crds/abtest';
import type { TrialMeasure } from '@aicp/ledger/query/trials/trial-query';

/** A bound that the variant has to be on one side of, surely. */
export type Rule =
  /** Of a measure, so many times the base's. */
  | {
      readonly measure: TrialMeasure;
      readonly factor: number;
      readonly side: 'more' | 'less';
      readonly text: string;
    }
  /** Of the share of failed requests, as it is. */
  | { readonly failures: number; readonly side: 'more' | 'less'; readonly text: string };

/** When a trial is decided. */
export interface Rules {
  /** All of these promote. */
  readonly promotion: readonly Rule[];
  /** Each of these takes the variant back. */
  readonly rollback: readonly Rule[];
  /** Requests that each arm has to have. */
  readonly requests: { readonly promotion: number; readonly rollback: number };
}

const MEASURE_OF = {
  cost_efficiency: 'cost',
  latency: 'latency',
  error_rate: 'errors',
  feedback: 'feedback',
} as const satisfies Record<ABTestSpec['successMetric'], TrialMeasure>;

const NOUN: Readonly<Record<TrialMeasure, string>> = {
  cost: 'cost per answer',
  latency: 'latency',
  errors: 'share of failed requests',
  feedback: 'feedback',
  tokens: 'tokens per answer',
};

type Thresholds = NonNullable<ABTestSpec['promotionThresholds']>;
type Direction = 'better' | 'worse';

/** What a spec says of when its trial is decided. Without a threshold, any difference decides that is sure. */
export function rulesOf(spec: ABTestSpec): Rules {
  const measure = MEASURE_OF[spec.successMetric];
  const { promotionThresholds: promotion, rollbackThresholds: rollback } = spec;
  return {
    promotion: promotion
      ? withSuccess(rulesIn(promotion, 'better'), measure)
      : [byShare(measure, Number(spec.promotionThreshold ?? 0), 'better')],
    rollback: rollback
      ? rulesIn(rollback, 'worse')
      : [byShare(measure, Number(spec.rollbackThreshold ?? 0), 'worse')],
    requests: {
      promotion: promotion?.minRequests ?? spec.minRequests,
      rollback: rollback?.minRequests ?? spec.minRequests,
    },
  };
}

/** What decides has to be better, also where thresholds are set for other measures only. */
const withSuccess = (rules: readonly Rule[], measure: TrialMeasure): readonly Rule[] =>
  rules.some((rule) => isOf(rule, measure)) ? rules : [byShare(measure, 0, 'better'), ...rules];

const isOf = (rule: Rule, measure: TrialMeasure): boolean =>
  'failures' in rule ? measure === 'errors' : rule.measure === measure && rule.factor <= 1;

function rulesIn(thresholds: Thresholds, direction: Direction): Rule[] {
  const { costEfficiency, latency, errorRate, feedback } = thresholds;
  const rules = [
    costEfficiency === undefined ? [] : byShare('cost', Number(costEfficiency), direction),
    latency === undefined ? [] : byShare('latency', Number(latency), direction),
    feedback === undefined ? [] : byShare('feedback', Number(feedback), direction),
    errorRate === undefined ? [] : byFailures(Number(errorRate), direction),
    byIncrease('latency', thresholds.latencyIncreasePct, direction),
    byIncrease('cost', thresholds.costIncreasePct, direction),
  ];
  return rules.flat();
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;

/** Better or worse than the base, by so much of it. */
function byShare(measure: TrialMeasure, share: number, direction: Direction): Rule {
  const isMore = (measure === 'feedback') === (direction === 'better');
  const by = share === 0 ? '' : ` by ${percent(share)} at least`;
  return {
    measure,
    factor: isMore ? 1 + share : 1 - share,
    side: isMore ? 'more' : 'less',
    text: `${NOUN[measure]} ${isMore ? 'higher' : 'lower'} than the base’s${by}`,
  };
}

function byFailures(failures: number, direction: Direction): Rule {
  const side = direction === 'better' ? 'less' : 'more';
  const than = side === 'less' ? 'less' : 'more';
  return { failures, side, text: `${than} than ${percent(failures)} of requests fail` };
}

/** To be promoted, a variant may not raise it by more than so much; one that does is taken back. */
function byIncrease(
  measure: TrialMeasure,
  increase: number | string | undefined,
  direction: Direction,
): Rule[] {
  if (increase === undefined) return [];
  const share = Number(increase) / 100;
  const side = direction === 'better' ? 'less' : 'more';
  const how = side === 'less' ? 'raised by less' : 'raised by more';
  return [
    { measure, factor: 1 + share, side, text: `${NOUN[measure]} ${how} than ${percent(share)}` },
  ];
}
