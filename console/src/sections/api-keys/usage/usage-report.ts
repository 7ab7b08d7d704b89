import type { ChartData } from '../../../charts/chart-data.ts';

/** What was used in a time, in one of its parts, or of one model. */
export interface UsageSums {
  readonly requests: number;
  readonly unpriced_requests: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  /** USD. */
  readonly cost: number;
}

/** What `GET /api/v1/api-keys/{id}/usage` answers. */
export interface UsageReport extends UsageSums {
  readonly period_start: string;
  /** Before when. */
  readonly period_end: string;
  readonly by_model: readonly (UsageSums & { readonly model: string | null })[];
  readonly series: readonly (UsageSums & { readonly start: string })[];
}

/** Spend over the time of a report. */
export const spendChart = ({ series }: UsageReport): ChartData => ({
  unit: 'USD',
  moments: series.map(({ start }) => Date.parse(start)),
  series: [{ name: 'Spend', values: series.map(({ cost }) => cost) }],
});

/** Tokens over the time of a report. */
export const tokensChart = ({ series }: UsageReport): ChartData => ({
  unit: 'tokens',
  moments: series.map(({ start }) => Date.parse(start)),
  series: [
    { name: 'Asked', values: series.map(({ input_tokens: count }) => count) },
    { name: 'Answered', values: series.map(({ output_tokens: count }) => count) },
  ],
});
