import { expect, it } from 'vitest';
import { licenseNotice } from './license-notice.ts';
import type { License } from './use-license.ts';

const valid: License = {
  ...{ present: true, valid: true, expired: false, tier: 'enterprise', company: 'Acme' },
  ...{ customer_email: 'a@acme.example', issued_at: null, expires_at: null, error: null },
  ...{ days_remaining: 15, features: {} },
};

it.each<[string, Partial<License>, string | undefined, string]>([
  ['valid', {}, undefined, ''],
  ['renewal due', { days_remaining: 14 }, 'yellow', 'The license ends in 14 days.'],
  ['renewal due', { days_remaining: 1 }, 'yellow', 'The license ends in 1 day.'],
  ['renewal due', { days_remaining: 0 }, 'yellow', 'The license ends within a day.'],
  ['none', { present: false, valid: false }, 'blue', 'No license is active.'],
  [
    ...(['expired', { expired: true, error: 'License expired' }, 'red'] as const),
    'License expired. Traffic is still served.',
  ],
  ['invalid', { valid: false, error: 'Wrong issuer' }, 'red', 'Wrong issuer.'],
])('says that a license is %s (%#)', (_state, differing, color, text) => {
  const notice = licenseNotice({ ...valid, ...differing });
  expect(notice?.color).toBe(color);
  expect(notice?.text ?? '').toBe(text);
});
