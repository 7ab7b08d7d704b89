import type { ChartData, ChartSeries } from '../../../charts/chart-data.ts';
import type { ChartUnit } from '../../../charts/chart-unit.ts';
import type { HealthPoint } from './health.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The service has a point for each minute, hour or day, as far as one looks back. */
export function stepMs(hours: number): number {
  if (hours <= 3) return MINUTE_MS;
  return hours <= 168 ? HOUR_MS : DAY_MS;
}

/** The beginning of each step from the first point to the last. */
export function momentsOf(points: readonly HealthPoint[], hours: number): readonly number[] {
  const known = points.map(({ at }) => Date.parse(at));
  if (known.length === 0) return [];
  const first = Math.min(...known);
  const count = Math.round((Math.max(...known) - first) / stepMs(hours)) + 1;
  return Array.from({ length: count }, (_, index) => first + index * stepMs(hours));
}

type Measure = Exclude<keyof HealthPoint, 'at' | 'provider' | 'model'>;

/** A measure of points, at each of the moments; null where there is no point. */
function valuesOf(
  points: readonly HealthPoint[],
  measure: Measure,
  moments: readonly number[],
): readonly (number | null)[] {
  const values = new Map(points.map((point) => [Date.parse(point.at), point[measure]]));
  return moments.map((at) => values.get(at) ?? null);
}

/** A chart, with its title. */
export interface TitledChart {
  readonly title: string;
  readonly data: ChartData;
}

/** How one model of one provider fared: latencies, failures and how much was asked. */
export function chartsOfOne(points: readonly HealthPoint[], hours: number): TitledChart[] {
  const moments = momentsOf(points, hours);
  const chart = (
    title: string,
    unit: ChartUnit,
    lines: readonly (readonly [name: string, measure: Measure])[],
  ): TitledChart => {
    const series = lines.map(([name, measure]) => ({
      name,
      values: valuesOf(points, measure, moments),
    }));
    return { title, data: { unit, moments, series } };
  };
  return [
    chart('Latency', 'ms', [
      ['Median', 'p50'],
      ['95th percentile', 'p95'],
      ['99th percentile', 'p99'],
      ['First token, 95th', 'ttft_p95'],
    ]),
    chart('Error rate', '%', [['Error rate', 'error_rate']]),
    chart('Availability', '%', [['Availability', 'availability']]),
    chart('Requests', 'requests', [['Requests', 'requests']]),
  ];
}

/** A measure that an SLA sets a target for. */
export interface TargetChart {
  readonly title: string;
  readonly unit: ChartUnit;
  readonly measure: Measure;
  readonly target: number;
}

/** A measure of several models, with the target that they are to keep. */
export function chartWithTarget(
  points: readonly HealthPoint[],
  { title, unit, measure, target }: TargetChart,
  hours: number,
): TitledChart {
  const moments = momentsOf(points, hours);
  const models = [...Map.groupBy(points, ({ model }) => model)];
  const series: ChartSeries[] = models.map(([name, own]) => ({
    name,
    values: valuesOf(own, measure, moments),
  }));
  const line = { name: 'Target', values: moments.map(() => target) };
  return { title, data: { unit, moments, series: [...series, line] } };
}
