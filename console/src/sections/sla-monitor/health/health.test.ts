import { expect, it } from 'vitest';
import { hoursSince, isBeyondHistory, worstFirst, type Health } from './health.ts';

const health = (model: string, status: Health['status']): Health => ({
  ...{ provider: 'openai', model, status, requests: 30, circuit: 'closed' },
  ...{ p50: 1, p95: 1, p99: 1, ttft_p95: 1, error_rate: 0, availability: 1 },
});

it('shows what is down first, then what is degraded, each by name', () => {
  const all = [
    health('a', 'healthy'),
    health('d', 'unknown'),
    health('c', 'degraded'),
    health('b', 'down'),
    health('a', 'down'),
  ];
  expect(worstFirst(all).map(({ model, status }) => `${model} ${status}`)).toEqual([
    ...['a down', 'b down', 'c degraded', 'a healthy', 'd unknown'],
  ]);
});

it('shows what has too few requests last, the most asked first', () => {
  const all = [
    { ...health('a', 'unknown'), requests: 2 },
    { ...health('b', 'unknown'), requests: 9 },
    { ...health('c', 'unknown'), requests: 2 },
    health('d', 'healthy'),
  ];
  expect(worstFirst(all).map(({ model }) => model)).toEqual(['d', 'b', 'a', 'c']);
});

it.each([
  ['2026-03-01T11:45:00Z', 1],
  ['2026-02-28T12:00:00Z', 24],
  ['2020-01-01T00:00:00Z', 720],
])('asks since %s for %d hours', (since, hours) => {
  expect(hoursSince(since, Date.parse('2026-03-01T12:00:00Z'))).toBe(hours);
});

it.each([
  ['2026-01-30T12:00:00Z', false],
  ['2025-12-01T12:00:00Z', true],
])('says of %s whether it is before all that is kept: %s', (since, isBeyond) => {
  expect(isBeyondHistory(since, Date.parse('2026-03-01T12:00:00Z'))).toBe(isBeyond);
});
