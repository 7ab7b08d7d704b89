import { expect, it } from 'vitest';
import type { Delivery } from '../deliveries/delivery-details.tsx';
import { trialOutcome } from './trial-text.ts';

const delivery = (parts: Partial<Delivery>): Delivery => ({
  ...{ id: 'd', event_id: 'e', event_type: 'key.created', subscription_id: 's' },
  ...({ channel: 'webhook', organization_id: null, status: 'pending', attempts: 1 } as const),
  ...{ next_attempt_at: null, last_attempt_at: null, response_code: null, response_ms: null },
  ...{ error: null, digest_id: null, created_at: '2026-11-25T10:00:00Z', delivered_at: null },
  ...parts,
});

it.each([
  [[delivery({ status: 'delivered', response_code: 204, response_ms: 12 })], true, /204 in 12 ms/],
  [[delivery({ status: 'failed', error: 'Not reached.' })], false, /^Not reached\.$/],
  [[delivery({ status: 'failed', response_code: 500 })], false, /status 500/],
  [[delivery({})], false, /on its way/],
  [[], false, /Nothing was sent/],
])('says how a trial went (%#)', (deliveries, isGood, text) => {
  const outcome = trialOutcome(deliveries);
  expect(outcome.isGood).toBe(isGood);
  expect(outcome.text).toMatch(text);
});
