import { describe, expect, it } from 'vitest';
import type { HealthPoint } from './health.ts';
import { chartsOfOne, chartWithTarget, momentsOf, stepMs } from './point-charts.ts';

const point = (at: string, parts: Partial<HealthPoint> = {}): HealthPoint => ({
  ...{ at, provider: 'p', model: 'm', p50: 10, p95: 20, p99: 30, ttft_p95: null },
  ...{ error_rate: 0, availability: 1, requests: 5 },
  ...parts,
});

const POINTS = [point('2026-11-25T10:00:00Z'), point('2026-11-25T12:00:00Z', { p95: 40 })];

describe('charts of health', () => {
  it('have a moment for each step between the points', () => {
    expect(momentsOf(POINTS, 24)).toHaveLength(3);
    expect(momentsOf([], 24)).toEqual([]);
    expect([stepMs(1), stepMs(24), stepMs(720)]).toEqual([60_000, 3_600_000, 86_400_000]);
  });

  it('know nothing where nobody asked', () => {
    const [latency] = chartsOfOne(POINTS, 24);
    expect(latency?.data.series.find(({ name }) => name === '95th percentile')?.values).toEqual([
      20,
      null,
      40,
    ]);
  });

  it('have a line for each model beside the target', () => {
    const points = [...POINTS, point('2026-11-25T10:00:00Z', { model: 'other', p95: 7 })];
    const { data } = chartWithTarget(
      points,
      { title: 'Latency', unit: 'ms', measure: 'p95', target: 25 },
      24,
    );
    expect(data.series).toEqual([
      { name: 'm', values: [20, null, 40] },
      { name: 'other', values: [7, null, null] },
      { name: 'Target', values: [25, 25, 25] },
    ]);
  });
});
