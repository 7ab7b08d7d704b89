import { expect, it } from 'vitest';
import { chartOfVerdicts, type GuardrailStats, type VerdictCounts } from './guardrail-facts.ts';

const NONE: VerdictCounts = { passed: 0, blocked: 0, redacted: 0, skipped: 0, error: 0 };

const stats = (points: GuardrailStats['points']): GuardrailStats => ({
  ...{ since: '2026-11-20T08:20:00Z', until: '2026-11-20T11:10:00Z', facts_since: null },
  ...{ requests: 0, acted: NONE, monitored: NONE, stages: [], findings: [] },
  ...{ step_seconds: 3600, points },
});

it('tells the verdicts of each hour, also of those without a request', () => {
  const start = '2026-11-20T09:00:00.000Z';
  const acted = { ...NONE, blocked: 2, passed: 5 };
  const monitored = { ...NONE, blocked: 1 };
  expect(chartOfVerdicts(stats([{ start, acted, monitored }]))).toEqual({
    unit: 'requests',
    moments: [8, 9, 10, 11].map((hour) => Date.UTC(2026, 10, 20, hour)),
    series: [
      { name: 'Blocked', values: [0, 2, 0, 0] },
      { name: 'Passed', values: [0, 5, 0, 0] },
      { name: 'Would have been blocked', values: [0, 1, 0, 0] },
    ],
  });
});

it('draws no line where nothing was looked at', () => {
  expect(chartOfVerdicts(stats([])).series).toEqual([]);
});

it('keeps a point that is of a day among hours', () => {
  const start = '2026-11-19T00:00:00.000Z';
  const chart = chartOfVerdicts(stats([{ start, acted: { ...NONE, error: 3 }, monitored: NONE }]));
  expect(chart.moments).toHaveLength(5);
  expect(chart.series).toEqual([{ name: 'Could not judge', values: [3, 0, 0, 0, 0] }]);
});
