import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ChartData, ChartSeries } from '../../../charts/chart-data.ts';

export type Overview = ApiSchemas['MetricsOverview'];
export type Point = Overview['points'][number];

/** What an overview says of one group alone, and what that adds up to. */
export interface GroupUsage {
  readonly points: readonly Point[];
  readonly requests: number;
  readonly errors: number;
  readonly spend: number;
  readonly tokens: number;
}

/** The points of one group. Those that the overview does not tell apart have none. */
export function usageOf(overview: Overview, group: string): GroupUsage {
  const points = withGaps(
    overview,
    overview.points.filter((point) => point.group === group),
  );
  const sum = (of: (point: Point) => number): number =>
    points.reduce((total, point) => total + of(point), 0);
  return {
    points,
    requests: sum(({ requests }) => requests),
    errors: sum(({ errors }) => errors ?? 0),
    spend: sum(({ spend_usd: spend }) => spend),
    tokens: sum(({ input_tokens: asked, output_tokens: answered }) => asked + answered),
  };
}

/** Steps in which there was nothing have no point: they are filled in, from the begin of the time to its end. */
function withGaps(
  { since, until, step_seconds: step }: Overview,
  points: readonly Point[],
): Point[] {
  const [first] = points;
  if (!first) return [];
  const known = new Map(points.map((point) => [Date.parse(point.start), point]));
  const stepMs = step * 1000;
  const start = Date.parse(first.start);
  const from = start - Math.floor((start - Date.parse(since)) / stepMs) * stepMs;
  const count = Math.ceil((Date.parse(until) - from) / stepMs);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * stepMs;
    return known.get(at) ?? { ...NOTHING, group: first.group, start: new Date(at).toISOString() };
  });
}

const NOTHING = {
  ...{ requests: 0, errors: 0, input_tokens: 0, output_tokens: 0, spend_usd: 0 },
  ...{ p50_ms: null, p95_ms: null, p99_ms: null, first_token_p95_ms: null },
};

type Line = readonly [name: string, of: (point: Point) => number | null];

const chart = (
  unit: ChartData['unit'],
  points: readonly Point[],
  lines: readonly Line[],
): ChartData => ({
  unit,
  moments: points.map(({ start }) => Date.parse(start)),
  series: lines.map(([name, of]): ChartSeries => ({ name, values: points.map(of) })),
});

/** A group's requests, times, tokens and spend, as charts show them. */
export const chartsOf = ({ points }: GroupUsage) => ({
  requests: chart('requests', points, [
    ['Requests', ({ requests }) => requests],
    ['Failed', ({ errors }) => errors],
  ]),
  times: chart('ms', points, [
    ['Median', ({ p50_ms: ms }) => ms],
    ['95th percentile', ({ p95_ms: ms }) => ms],
    ['First token, 95th percentile', ({ first_token_p95_ms: ms }) => ms],
  ]),
  spend: chart('USD', points, [['Spend', ({ spend_usd: spend }) => spend]]),
  tokens: chart('tokens', points, [
    ['Asked', ({ input_tokens: count }) => count],
    ['Answered', ({ output_tokens: count }) => count],
  ]),
});
