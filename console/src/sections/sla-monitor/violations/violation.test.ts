import { expect, it } from 'vitest';
import { metricText } from './violation.ts';

it('writes shares in percent and times in milliseconds', () => {
  expect(metricText('error_rate', 0.025)).toBe('2.5%');
  expect(metricText('p95_ms', 840)).toBe('840 ms');
});
