import type { ABTestSpec } from '@aicp/crds/abtest';
import type { TrialArm, TrialArms } from '@aicp/ledger/query/trials/trial-arms';
import { z } from 'zod';
import { judge, RECOMMENDATIONS, VERDICTS, type Evidence } from '../judging/judge.ts';
import { ALPHA, TUNING } from '../statistics/always-valid.ts';
import { sampleRatioOf, type SampleRatio } from '../statistics/sample-ratio.ts';
import { metricResult, metricResultsOf } from './metric-results.ts';

const count = (description: string) => z.int().min(0).meta({ description });
const figure = (description: string) => z.number().nullable().meta({ description });

/** What became of the requests of one arm. */
const armMetrics = z.object({
  requests: count(
    'Requests that a provider was asked for; what the gateway refused by itself is none.',
  ),
  units: count('Users, keys or requests, as `sticky_by` says.'),
  avg_cost: figure('USD per whole answer that has a price.'),
  total_cost: z.number().meta({ description: 'USD of all requests.' }),
  p95_ms: figure('What 95 % of the whole answers took at most, to 1 %.'),
  avg_latency_ms: figure('Mean over whole answers.'),
  error_rate: figure('Share of requests that the model failed.'),
  tokens: figure('Tokens per whole answer, of prompt and answer.'),
  feedback: figure('Mean score of what users said, from −1 to 1.'),
});

const sampleRatio = z.object({
  expected: z.number().meta({ description: 'Share of units that the variant should have.' }),
  observed: figure('Share that it has.'),
  p_value: figure(
    'How likely a split as far off is by chance; null where there are too few units.',
  ),
  is_mismatch: z.boolean().meta({ description: 'p < 0.001: no figure can be trusted.' }),
});

/** What is known of a trial. */
export const trialResults = z.object({
  at: z.iso.datetime().meta({ description: 'When it was looked.' }),
  since: z.iso.datetime().meta({ description: 'Requests from then on are counted.' }),
  base_metrics: armMetrics,
  variant_metrics: armMetrics,
  decided_by: z.enum(['cost_efficiency', 'latency', 'error_rate', 'feedback']).meta({
    description: 'The metric that decides: the test’s success metric.',
  }),
  confidence: z.number().meta({ description: 'That all intervals of all looks hold the truth.' }),
  sample_ratio: sampleRatio,
  metrics: z.array(metricResult),
  verdict: z.enum(VERDICTS),
  recommendation: z.enum(RECOMMENDATIONS),
  reason: z.string().meta({ description: 'Why, as a sentence.' }),
});
export type TrialResults = z.output<typeof trialResults>;

export interface Facts extends Pick<Evidence, 'violation' | 'priceRatio'> {
  readonly spec: ABTestSpec;
  readonly arms: TrialArms;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly sinceMs: number;
}

/** What the facts of a trial come to. Pure. */
export function resultsOf(facts: Facts): TrialResults {
  const { spec, arms, atMs, sinceMs } = facts;
  const units = { base: arms.base.unitsOfSplit, variant: arms.variant.unitsOfSplit };
  const ratio = sampleRatioOf(units, Number(spec.trafficSplitPercent));
  const sureness = { alpha: ALPHA, tuning: TUNING[spec.stickyBy] };
  return {
    at: new Date(atMs).toISOString(),
    since: new Date(sinceMs).toISOString(),
    base_metrics: metricsOf(arms.base),
    variant_metrics: metricsOf(arms.variant),
    decided_by: spec.successMetric,
    confidence: 1 - ALPHA,
    sample_ratio: toldRatio(ratio),
    metrics: metricResultsOf(arms, sureness),
    ...judge({ ...facts, sampleRatio: ratio }),
  };
}

const toldRatio = ({ expected, observed, pValue, isMismatch }: SampleRatio) => ({
  expected,
  observed: observed ?? null,
  p_value: pValue ?? null,
  is_mismatch: isMismatch,
});

const USD = 1e-9;

const quotient = (sum: number, of: number): number | null => (of > 0 ? sum / of : null);

function metricsOf(arm: TrialArm): z.output<typeof armMetrics> {
  const { cost, errors, tokens, feedback } = arm.measures;
  return {
    requests: arm.requests,
    units: arm.units,
    avg_cost: quotient(cost.y * USD, cost.x),
    total_cost: arm.costNano * USD,
    p95_ms: arm.p95Ms ?? null,
    avg_latency_ms: quotient(arm.latencyMs, arm.measures.latency.x),
    error_rate: quotient(errors.y, errors.x),
    tokens: quotient(tokens.y, tokens.x),
    feedback: feedback.x > 0 ? (2 * feedback.y) / feedback.x - 1 : null,
  };
}
