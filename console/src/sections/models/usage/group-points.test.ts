import { expect, it } from 'vitest';
import { chartsOf, usageOf, type Overview, type Point } from './group-points.ts';

const point = (start: string, group: string | null, requests: number): Point => ({
  ...{ start, group, requests, errors: 1, p50_ms: 10, p95_ms: 20, p99_ms: 30 },
  ...{ first_token_p95_ms: null, input_tokens: 5, output_tokens: 2, spend_usd: 0.5 },
});

const overview: Overview = {
  ...{ since: '2026-11-25T10:00:00Z', until: '2026-11-25T12:30:00Z', step_seconds: 3600 },
  times_of: 'requests',
  points: [
    point('2026-11-25T10:00:00Z', 'openai', 3),
    point('2026-11-25T10:00:00Z', null, 9),
    point('2026-11-25T11:00:00Z', 'openai', 4),
  ],
};

it('adds up one group, and leaves the others out', () => {
  expect(usageOf(overview, 'openai')).toMatchObject({
    requests: 7,
    errors: 2,
    spend: 1,
    tokens: 14,
  });
  expect(usageOf(overview, 'other').points).toEqual([]);
});

it('draws its points over time', () => {
  const { requests, times } = chartsOf(usageOf(overview, 'openai'));
  expect(requests.series.map(({ values }) => values)).toEqual([
    [3, 4, 0],
    [1, 1, 0],
  ]);
  expect(requests.moments).toHaveLength(3);
  expect(times.series[2]?.values).toEqual([null, null, null]);
});

it('begins at the begin of the time, in the steps of the service', () => {
  const wider = { ...overview, since: '2026-11-25T08:10:00Z' };
  const { moments, series } = chartsOf(usageOf(wider, 'openai')).requests;
  expect(new Date(moments[0] ?? 0).toISOString()).toBe('2026-11-25T09:00:00.000Z');
  expect(series[0]?.values).toEqual([0, 3, 4, 0]);
});
