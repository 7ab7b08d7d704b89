import { expect, it } from 'vitest';
import { circuitText, worstOf, type Health } from './provider-health.ts';

const health = (status: Health['status'], circuit: Health['circuit'] = null): Health => ({
  ...{ provider: 'p', model: 'm', p50: null, p95: null, p99: null, ttft_p95: null },
  ...{ error_rate: null, availability: null, requests: null, status, circuit },
});

it('goes by what fares worst', () => {
  expect(worstOf([health('healthy'), health('down'), health('unknown')])).toBe('down');
  expect(worstOf([health('unknown'), health('healthy')])).toBe('healthy');
  expect(worstOf([])).toBeUndefined();
});

it('says whether gateways use a provider', () => {
  expect(circuitText([health('down', 'open')])).toBe('Gateways pass it over after failures');
  expect(circuitText([health('healthy', 'closed')])).toBe('Gateways use it');
  expect(circuitText([])).toBe('No gateway has said anything');
});
