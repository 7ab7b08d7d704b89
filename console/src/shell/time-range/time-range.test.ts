import { expect, it } from 'vitest';
import { timeRangeOf } from './time-range.ts';

const NOW = Date.parse('2026-03-01T12:00:30Z');

it.each([
  ['90d', '90d', 'Last 90 days', '2025-12-01T12:00:00.000Z'],
  ['45d', undefined, 'Last 45 days', '2026-01-15T12:00:00.000Z'],
  ['3h', undefined, 'Last 3 hours', '2026-03-01T09:00:00.000Z'],
  ['0d', '24h', 'Last 24 hours', '2026-02-28T12:00:00.000Z'],
  ['9999999d', '24h', 'Last 24 hours', '2026-02-28T12:00:00.000Z'],
  ['soon', '24h', 'Last 24 hours', '2026-02-28T12:00:00.000Z'],
])('takes %s from an address', (range, preset, label, since) => {
  expect(timeRangeOf({ range }, NOW)).toEqual({ preset, label, since, until: undefined });
});
