import { expect, it } from 'vitest';
import { model, object, provider } from '../../testing/builders.ts';
import { compiled, verdictOn } from '../../testing/compiled.ts';

it('an SLA is read as it is, and says what it names in vain', () => {
  const sla = (name: string, more: object = {}) =>
    object('SLADefinition', name, {
      provider: 'sim',
      modelPattern: 'm',
      targetP95Ms: 400,
      ...more,
    });
  const astray = {
    ...{ provider: 'nobody', modelPattern: 'none' },
    alertChannels: ['on-call'],
  };
  const result = compiled([provider('sim'), model('m'), sla('fast'), sla('astray', astray)]);
  expect(verdictOn(result, 'fast')).toMatchObject({ reason: 'Accepted' });
  expect(verdictOn(result, 'fast').notEnforced).toBeUndefined();
  const { reason, message } = verdictOn(result, 'astray');
  expect(reason).toBe('ReferenceNotFound');
  for (const missing of ['Provider "nobody"', 'EventSubscription "on-call"', '"none"']) {
    expect(message).toContain(missing);
  }
});
