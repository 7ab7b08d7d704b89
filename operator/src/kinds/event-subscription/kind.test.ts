import { expect, it } from 'vitest';
import { object, secret } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

const hook = (spec: object) =>
  object('EventSubscription', 'hook', {
    eventTypes: ['*'],
    channel: 'webhook',
    config: { url: 'https://hooks.example.com' },
    ...spec,
  });

const signed = { url: 'https://hooks.example.com', secretRef: { name: 's', key: 'k' } };

it('is accepted, and read by the admin service itself', () => {
  const made = hook({ config: signed });
  const verdict = verdictOn(compiled([made], { secrets: [secret('s', { k: 'x' })] }), 'hook');
  expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
  expect(verdict.notEnforced).toBeUndefined();
});

it.each([
  [{ config: signed }, 'SecretNotFound', 'config.secretRef: Secret "s"'],
  [{ organizationId: 'nobody' }, 'ReferenceNotFound', 'Organization "nobody"'],
  [{ eventTypes: ['zz.bogus'] }, 'Invalid', 'there is no event "zz.bogus"'],
  [{ config: { url: 'http://169.254.169.254/' } }, 'Invalid', 'spec.config.url'],
])('%j is %s', (spec, reason, message) => {
  const verdict = verdictOn(compiled([hook(spec)]), 'hook');
  expect(verdict.reason).toBe(reason);
  expect(verdict.message).toContain(message);
});
