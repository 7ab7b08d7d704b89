import { expect, it } from 'vitest';
import { isWorthRetrying, refusalOf, retryAfterMs, type Failure } from './failure.ts';

it.each([
  ['connection', 502, true],
  ['timeout', 504, false],
  ['busy', 429, true],
  ['server_error', 502, true],
  ['credential', 502, false],
  ['unexpected', 502, false],
  ['overloaded', 503, false],
  ['fault', 500, false],
] as const)('%s is told as %s; worth another try at the same provider: %s', (...expected) => {
  const [kind, status, isWorth] = expected;
  const failure: Failure = { kind, detail: 'why' };
  expect(refusalOf(failure, 'gpt-4o').status).toBe(status);
  expect(isWorthRetrying(failure)).toBe(isWorth);
});

it.each([
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '3600' }, 3_600_000],
  [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 7000],
  [{ 'retry-after': 'Sun, 06 Nov 1994 08:49:20 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
  [{ 'retry-after': '1e999' }, undefined],
  [{ 'retry-after': '99999999999' }, undefined],
  [{ 'retry-after': '3601' }, undefined],
  [{ 'retry-after': 'Sun, 06 Nov 2094 08:49:37 GMT' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after-ms': '1e999' }, undefined],
  [{}, undefined],
])('%j asks to wait %s ms', (headers, wait) => {
  expect(retryAfterMs(headers, Date.UTC(1994, 10, 6, 8, 49, 30))).toBe(wait);
});
