import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ChartData, ChartSeries } from '../../../charts/chart-data.ts';
import type { ChartUnit } from '../../../charts/chart-unit.ts';

/** What `GET /api/v1/metrics/overview` says. */
export type Overview = ApiSchemas['MetricsOverview'];
type Point = Overview['points'][number];

/** What requests can be told apart by. */
export const GROUPINGS = {
  none: 'All together',
  model: 'By model',
  provider: 'By provider',
  team: 'By team',
} as const;
export type Grouping = keyof typeof GROUPINGS;

export const isGrouping = (text: string): text is Grouping => Object.hasOwn(GROUPINGS, text);

/** A line of a chart: a figure, and what it is where there was no request. */
interface Line {
  readonly name: string;
  readonly of: (point: Point) => number | null;
  readonly without: 0 | null;
}

interface Chart {
  readonly title: string;
  readonly unit: ChartUnit;
  readonly lines: readonly [Line, ...Line[]];
}

const counted = (name: string, of: Line['of']): Line => ({ name, of, without: 0 });
const timed = (name: string, of: Line['of']): Line => ({ name, of, without: null });

const REQUESTS = counted('Requests', ({ requests }) => requests);
const ERRORS = counted('Errors', ({ errors }) => errors);
const P95 = timed('95th percentile', ({ p95_ms }) => p95_ms);
const FIRST_TOKEN = timed('First token, 95th', ({ first_token_p95_ms }) => first_token_p95_ms);
const SPEND = counted('Spend', ({ spend_usd }) => spend_usd);

/** Where all requests are one: several figures in a chart. */
const TOGETHER: readonly Chart[] = [
  { title: 'Requests and errors', unit: 'requests', lines: [REQUESTS, ERRORS] },
  {
    title: 'Latency',
    unit: 'ms',
    lines: [
      timed('Median', ({ p50_ms }) => p50_ms),
      P95,
      timed('99th percentile', ({ p99_ms }) => p99_ms),
      FIRST_TOKEN,
    ],
  },
  {
    title: 'Tokens',
    unit: 'tokens',
    lines: [
      counted('Input', ({ input_tokens }) => input_tokens),
      counted('Output', ({ output_tokens }) => output_tokens),
    ],
  },
  { title: 'Spend', unit: 'USD', lines: [SPEND] },
];

/** Where they are told apart: a line for each group in a chart. */
const APART: readonly Chart[] = [
  { title: 'Requests', unit: 'requests', lines: [REQUESTS] },
  { title: 'Errors', unit: 'requests', lines: [ERRORS] },
  { title: 'Latency, 95th percentile', unit: 'ms', lines: [P95] },
  { title: 'First token, 95th percentile', unit: 'ms', lines: [FIRST_TOKEN] },
  {
    title: 'Tokens',
    unit: 'tokens',
    lines: [counted('Tokens', (point) => point.input_tokens + point.output_tokens)],
  },
  { title: 'Spend', unit: 'USD', lines: [SPEND] },
];

/** Charts of a grouping, by their titles, before anything is read. */
export const chartTitles = (grouping: Grouping): readonly string[] =>
  (grouping === 'none' ? TOGETHER : APART).map(({ title }) => title);

/** What each chart shows of what was measured, by its title. */
export function overviewCharts(
  overview: Overview,
  grouping: Grouping,
): ReadonlyMap<string, ChartData> {
  const moments = momentsOf(overview);
  const charts =
    grouping === 'none'
      ? TOGETHER.map((chart) => [chart.title, together(overview, chart, moments)] as const)
      : APART.map((chart) => [chart.title, apart(overview, chart, moments)] as const);
  return new Map(charts);
}

/** From so many steps on, the last one is not shown before it is over, for it would look like a fall; unless there are requests in no other. */
const MANY_STEPS = 10;

/** The beginning of each step of the time, also of those without requests. */
export function momentsOf({ since, until, step_seconds, points }: Overview): readonly number[] {
  const stepMs = step_seconds * 1000;
  const from = Date.parse(since);
  const known = points[0] === undefined ? Math.floor(from / stepMs) * stepMs : startOf(points[0]);
  const first = known - Math.max(0, Math.ceil((known - from) / stepMs)) * stepMs;
  const steps = Math.max(0, (Date.parse(until) - first) / stepMs);
  const over = Math.floor(steps);
  const isOnlyLast =
    points.length > 0 && points.every((one) => startOf(one) >= first + over * stepMs);
  const count = steps > MANY_STEPS && !isOnlyLast ? over : Math.ceil(steps);
  return Array.from({ length: count }, (_, index) => first + index * stepMs);
}

const startOf = ({ start }: Point): number => Date.parse(start);

function together(
  { points }: Overview,
  { unit, lines }: Chart,
  moments: readonly number[],
): ChartData {
  const all = new Map(points.map((point) => [startOf(point), point]));
  return { unit, moments, series: lines.map((line) => seriesOf(line, all, moments)) };
}

function apart(
  { points }: Overview,
  { unit, lines }: Chart,
  moments: readonly number[],
): ChartData {
  const groups = Map.groupBy(points, ({ group }) => groupName(group));
  const series = [...groups].map(([name, own]) => ({
    total: own.reduce((sum, { requests }) => sum + requests, 0),
    line: seriesOf({ ...lines[0], name }, new Map(own.map((one) => [startOf(one), one])), moments),
  }));
  const sorted = series.toSorted((a, b) => b.total - a.total).map(({ line }) => line);
  return { unit, moments, series: sorted };
}

const groupName = (group: string | null): string => {
  if (group === null) return 'All others';
  return group === '' ? 'None' : group;
};

const seriesOf = (
  { name, of, without }: Line,
  points: ReadonlyMap<number, Point>,
  moments: readonly number[],
): ChartSeries => ({
  name,
  values: moments.map((at) => {
    const point = points.get(at);
    return point ? of(point) : without;
  }),
});

/** What was counted in all the time. */
export interface Totals {
  readonly requests: number;
  /** Null where it is not kept. */
  readonly errors: number | null;
  readonly tokens: number;
  readonly spend: number;
}

export function totalsOf({ points }: Overview): Totals {
  const sum = (of: (point: Point) => number): number =>
    points.reduce((total, point) => total + of(point), 0);
  const areErrorsKept = points.every(({ errors }) => errors !== null);
  return {
    requests: sum(({ requests }) => requests),
    errors: areErrorsKept ? sum(({ errors }) => errors ?? 0) : null,
    tokens: sum((point) => point.input_tokens + point.output_tokens),
    spend: sum(({ spend_usd }) => spend_usd),
  };
}
