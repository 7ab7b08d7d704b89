import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 24, 12);

it.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Tue, 24 Nov 2026 12:00:30 GMT', 30_000],
  ['Tue, 24 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['Soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s means %s', (header, expected) => {
  expect(retryAfterMs(header, NOW)).toBe(expected);
});
