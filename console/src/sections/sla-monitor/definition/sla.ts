import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ApiObject } from '../../../api/api-object.ts';
import type { HealthPoint } from '../health/health.ts';
import type { TargetChart } from '../health/point-charts.ts';

export type Sla = ApiSchemas['SLADefinition'];

/** The fields of an SLA, of an object of its kind. */
export const slaOf = (object: ApiObject): Partial<Sla> => object as Partial<Sla>;

/** How each state of an SLA is called. */
export const SLA_STATES = {
  healthy: { label: 'Targets met', tone: 'good' },
  degraded: { label: 'Target missed', tone: 'bad' },
  unknown: { label: 'Too few requests', tone: 'quiet' },
} as const;

/** Whether a model is one that a pattern names: its id, or a prefix that ends in `*`. */
export const isOfPattern = (pattern: string, model: string): boolean =>
  pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;

/** Points of the models that an SLA is about. */
export const pointsOf = (points: readonly HealthPoint[], pattern: string): HealthPoint[] =>
  points.filter(({ model }) => isOfPattern(pattern, model));

/** A chart for each target that is set. */
export function targetCharts(sla: Partial<Sla>): readonly TargetChart[] {
  const charts: readonly (Omit<TargetChart, 'target'> & { target: number | undefined })[] = [
    { title: 'Median latency', unit: 'ms', measure: 'p50', target: sla.target_p50_ms },
    { title: 'Latency, 95th percentile', unit: 'ms', measure: 'p95', target: sla.target_p95_ms },
    { title: 'Latency, 99th percentile', unit: 'ms', measure: 'p99', target: sla.target_p99_ms },
    { title: 'First token, 95th', unit: 'ms', measure: 'ttft_p95', target: sla.target_ttft_ms },
    { title: 'Error rate', unit: '%', measure: 'error_rate', target: sla.target_error_rate },
    { title: 'Availability', unit: '%', measure: 'availability', target: sla.target_availability },
  ];
  return charts.flatMap((chart) =>
    chart.target === undefined ? [] : [{ ...chart, target: chart.target }],
  );
}

/** What an error budget's rest says, in words. `left`: share of it; below 0 where it is overdrawn. */
export function budgetText(left: number): string {
  const percent = (share: number): string =>
    new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 }).format(share);
  return left < 0 ? `Overdrawn by ${percent(-left)}` : `${percent(left)} left`;
}

/** How fast an error budget is used up, in words. */
export function burnText(rate: number): string {
  if (rate === 0) return 'None of it was used in the last hour';
  const times = new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(rate);
  return `In the last hour used ${times} times as fast as it may be`;
}
