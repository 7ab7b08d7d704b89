import { describe, expect, it } from 'vitest';
import {
  chartTitles,
  momentsOf,
  overviewCharts,
  totalsOf,
  type Overview,
} from './overview-charts.ts';

type Point = Overview['points'][number];

const point = (start: string, parts: Partial<Point> = {}): Point => ({
  ...{ start, group: null, requests: 2, errors: 1, p50_ms: 10, p95_ms: 20, p99_ms: 30 },
  ...{ first_token_p95_ms: null, input_tokens: 5, output_tokens: 7, spend_usd: 0.5 },
  ...parts,
});

const overview = (points: readonly Point[]): Overview => ({
  since: '2026-11-25T10:00:30.000Z',
  until: '2026-11-25T10:04:30.000Z',
  step_seconds: 60,
  times_of: 'requests',
  points: [...points],
});

const time = (minute: number): number => Date.UTC(2026, 10, 25, 10, minute);

describe('momentsOf', () => {
  it('has a moment for each step, beginning where the points do', () => {
    const moments = momentsOf(overview([point('2026-11-25T10:02:00.000Z')]));
    expect(moments).toEqual([0, 1, 2, 3, 4].map(time));
  });

  it('leaves out a last step that is not over, where there are many', () => {
    const hour = { ...overview([]), until: '2026-11-25T11:00:15.000Z' };
    expect(momentsOf(hour)).toHaveLength(60);
    expect(momentsOf({ ...hour, until: '2026-11-25T11:01:00.000Z' })).toHaveLength(61);
  });

  it('shows a last step that is not over where requests are in no other', () => {
    const hour = { ...overview([]), until: '2026-11-25T11:00:15.000Z' };
    const last = point('2026-11-25T11:00:00.000Z');
    expect(momentsOf({ ...hour, points: [last] })).toHaveLength(61);
    const before = point('2026-11-25T10:59:00.000Z');
    expect(momentsOf({ ...hour, points: [before, last] })).toHaveLength(60);
  });

  it('has moments where nothing was measured', () => {
    expect(momentsOf(overview([]))).toHaveLength(5);
  });
});

describe('overviewCharts', () => {
  it('counts nothing where there was no request, and knows no latency there', () => {
    const charts = overviewCharts(overview([point('2026-11-25T10:02:00.000Z')]), 'none');
    expect(charts.get('Requests and errors')?.series).toEqual([
      { name: 'Requests', values: [0, 0, 2, 0, 0] },
      { name: 'Errors', values: [0, 0, 1, 0, 0] },
    ]);
    expect(charts.get('Latency')?.series[0]?.values).toEqual([null, null, 10, null, null]);
  });

  it('has a line for each group, that with the most requests first', () => {
    const charts = overviewCharts(
      overview([
        point('2026-11-25T10:01:00.000Z', { group: '', requests: 1 }),
        point('2026-11-25T10:01:00.000Z', { group: 'gpt', requests: 9 }),
        point('2026-11-25T10:01:00.000Z', { group: null, requests: 3 }),
      ]),
      'model',
    );
    const lines = charts.get('Requests')?.series ?? [];
    expect(lines.map(({ name }) => name)).toEqual(['gpt', 'All others', 'None']);
    expect([...charts.keys()]).toEqual(chartTitles('model'));
  });
});

describe('totalsOf', () => {
  it('adds everything up', () => {
    const points = ['2026-11-25T10:01:00.000Z', '2026-11-25T10:02:00.000Z'].map((at) => point(at));
    expect(totalsOf(overview(points))).toEqual({ requests: 4, errors: 2, tokens: 24, spend: 1 });
  });

  it('knows no errors where they are not kept', () => {
    const points = [point('2026-11-25T10:01:00.000Z', { errors: null })];
    expect(totalsOf(overview(points)).errors).toBeNull();
  });
});
