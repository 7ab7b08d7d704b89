import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.UTC(2026, 10, 25);

it.each([
  [0, 'just now'],
  [-4, 'just now'],
  [-59, 'just now'],
  [-60, '1 minute ago'],
  [-3599, '59 minutes ago'],
  [-86_400, 'yesterday'],
  [30, 'in a moment'],
  [7200, 'in 2 hours'],
  [-40_000_000, 'last year'],
])('tells %i seconds from now', (seconds, text) => {
  expect(relativeTime(NOW + seconds * 1000, NOW)).toBe(text);
});
