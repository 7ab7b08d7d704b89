import { expect, it } from 'vitest';
import { isReservedSecret } from './reserved-secret.ts';

const secret = { name: 'openai', labels: {}, type: 'Opaque' };

it('lets a Secret of a person’s be referred to', () => {
  expect(isReservedSecret(secret)).toBe(false);
  expect(isReservedSecret({ ...secret, type: undefined })).toBe(false);
});

it.each([
  { name: 'aicp-snap-1' },
  { name: 'aicp-boot-gateway-0' },
  { name: 'aicp-admin-signing-keys' },
  { labels: { 'app.kubernetes.io/managed-by': 'aicp-operator' } },
  { labels: { 'aicp.dev/reserved': '' } },
  { type: 'kubernetes.io/service-account-token' },
  { type: 'helm.sh/release.v1' },
])('reserves what has %j', (marks) => {
  expect(isReservedSecret({ ...secret, ...marks })).toBe(true);
});
