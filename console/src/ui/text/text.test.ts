import { expect, it } from 'vitest';
import { fieldTitle } from './text.ts';

it.each([
  ['max_budget', 'Max budget'],
  ['organization_id', 'Organization'],
  ['id', 'ID'],
  ['rpm_limit', 'RPM limit'],
  ['target_p95_ms', 'Target p95 (ms)'],
  ['url', 'URL'],
  ['tls', 'TLS'],
  ['http2', 'HTTP/2'],
  ['ca', 'CA certificate'],
  ['ca_secret_ref', 'CA secret ref'],
])('calls %s what people call it', (name, title) => {
  expect(fieldTitle(name)).toBe(title);
});
