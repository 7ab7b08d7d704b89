import type { TriggerFigures } from '@aicp/contracts/failover/trigger';
import { percentileMs } from '../health/rolling-times.ts';

/** What was seen of a rule's source. Counts, so that what several replicas saw can be added up. */
export interface Evidence {
  readonly attempts: number;
  readonly failures: number;
  /** How many answers there are in each bucket of time, and first contents of streams. */
  readonly answers: readonly number[];
  readonly firsts: readonly number[];
}

/** The figures that a trigger tests; a percentile of nothing is not known. */
export function figuresOf({ attempts, failures, answers, firsts }: Evidence): TriggerFigures {
  const errorRate = attempts === 0 ? undefined : failures / attempts;
  return {
    error_rate: errorRate,
    availability: errorRate === undefined ? undefined : 1 - errorRate,
    p50_ms: percentileMs(answers, 0.5),
    p95_ms: percentileMs(answers, 0.95),
    p99_ms: percentileMs(answers, 0.99),
    ttft_p95_ms: percentileMs(firsts, 0.95),
  };
}

/** What both saw. */
export const together = (one: Evidence, other: Evidence): Evidence => ({
  attempts: one.attempts + other.attempts,
  failures: one.failures + other.failures,
  answers: sums(one.answers, other.answers),
  firsts: sums(one.firsts, other.firsts),
});

function sums(one: readonly number[], other: readonly number[]): number[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0));
}

/** The same without the worst of each: one failure, or one slow answer, of a few attempts is chance. */
export const withoutWorst = ({ attempts, failures, answers, firsts }: Evidence): Evidence => ({
  attempts: failures > 0 ? attempts - 1 : attempts,
  failures: Math.max(0, failures - 1),
  answers: withoutSlowest(answers),
  firsts: withoutSlowest(firsts),
});

function withoutSlowest(buckets: readonly number[]): readonly number[] {
  const slowest = buckets.findLastIndex((count) => count > 0);
  return buckets.map((count, index) => (index === slowest ? count - 1 : count));
}
