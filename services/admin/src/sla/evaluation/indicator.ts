import type { LatencySum } from '@aicp/ledger/query/latency-sum';
import type { SlaMetric, Target } from '../objectives/objective.ts';

/** Attempts that a window has to have, so that something is said of it. */
export const FEWEST_REQUESTS = 20;

/** What a metric was in a window, and how many of its events were bad: attempts, or minutes of availability. */
export interface Indicator {
  readonly actual: number | undefined;
  readonly bad: number;
  readonly total: number;
  /** Share of the events that may be bad. */
  readonly allowed: number;
  /** Attempts that it stands on. */
  readonly requests: number;
}

const SLOW: Readonly<Partial<Record<SlaMetric, readonly [percent: number, allowed: number]>>> = {
  p50_ms: [50, 0.5],
  p95_ms: [95, 0.05],
  p99_ms: [99, 0.01],
  ttft_p95_ms: [95, 0.05],
};

/** What a window says of a target. */
export function indicatorOf({ metric, value }: Target, sum: LatencySum): Indicator {
  if (metric === 'error_rate') {
    return {
      actual: sum.errorRate,
      bad: sum.providerFailures,
      total: sum.told,
      allowed: value,
      requests: sum.told,
    };
  }
  if (metric === 'availability') {
    return {
      actual: sum.availability,
      bad: sum.minutes - sum.minutesUp,
      total: sum.minutes,
      // Shares have nine decimals at most.
      allowed: Math.round((1 - value) * 1e9) / 1e9,
      requests: sum.told,
    };
  }
  const [percent, allowed] = SLOW[metric] ?? [95, 0.05];
  const times = metric === 'ttft_p95_ms' ? sum.firstToken : sum.latency;
  return {
    actual: times.percentile(percent),
    bad: times.slowerThan(value),
    total: times.count,
    allowed,
    requests: times.count,
  };
}

/** How many times as fast as allowed the budget is used up: 1 uses up all of it in its window. Undefined where there are too few requests. */
export function burnRateOf({ bad, total, allowed, requests }: Indicator): number | undefined {
  if (requests < FEWEST_REQUESTS || total === 0) return undefined;
  if (bad === 0) return 0;
  return allowed === 0 ? FASTEST_BURN : Math.min(FASTEST_BURN, bad / total / allowed);
}

/** Stands for everything faster, such as a failure where none is allowed. */
export const FASTEST_BURN = 1_000;
