import { expect, it } from 'vitest';
import { triggerFault } from './trigger-condition.ts';

it.each([
  ['error_rate > 5', 'error_rate is a share from 0 to 1: for 5 %, write error_rate > 0.05'],
  ['p50_ms > 5 AND availability < 99.9', 'for 99.9 %, write availability < 0.999'],
  ['error_rate>=7 OR p50_ms > 5', 'for 7 %, write error_rate >= 0.07'],
  ['error_rate > 250', 'error_rate is a share from 0 to 1: write a number of at most 1'],
  ['errors > 1', 'there is no metric errors'],
])('of %j is said what is wrong', (condition, message) => {
  expect(triggerFault(condition)).toContain(message);
});

it.each(['error_rate > 1', 'availability < 1.0 OR p95_ms > 5000', 'error_rate >= 0'])(
  'nothing is wrong with %j',
  (condition) => {
    expect(triggerFault(condition)).toBeUndefined();
  },
);
