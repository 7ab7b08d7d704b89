import { expect, it } from 'vitest';
import { isWorthRetrying, refusalOf, type Failure } from './failure.ts';

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
