import { describe, expect, it } from 'vitest';
import { controlPlane, model, provider, object, secret } from '../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../testing/compiled.ts';

const decide = (spec: object) => {
  const result = compiled([
    controlPlane(spec),
    provider('sim'),
    model('fast', { aliases: ['quick'] }),
  ]);
  return {
    verdict: verdictOn(result, 'default'),
    fragment: fragments(result, 'settings')[0],
    degraded: result.degraded,
  };
};

describe('the settings', () => {
  it('have defaults', () => {
    expect(decide({}).fragment).toMatchObject({
      timeZone: 'UTC',
      features: { routingPolicies: true, costTracking: true, maintenanceMode: false },
      retention: { decisionDays: 7 },
    });
  });

  it('name the default model by its id', () => {
    expect(decide({ defaultModel: 'quick' }).fragment?.['defaultModel']).toBe('fast');
  });

  it('do without a default model that does not exist', () => {
    const { verdict, fragment } = decide({ defaultModel: 'nowhere', environment: 'prod' });
    expect(fragment).toMatchObject({ environment: 'prod' });
    expect(fragment).not.toHaveProperty('defaultModel');
    expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'current' });
  });

  it('with a time zone that does not exist are Invalid', () => {
    const { verdict, fragment, degraded } = decide({ timeZone: 'Mars/Phobos' });
    expect(fragment).toBeUndefined();
    expect(verdict).toMatchObject({
      reason: 'Invalid',
      message: 'spec.timeZone: "Mars/Phobos" is no IANA time zone: write one such as Europe/Berlin',
    });
    expect(degraded).toEqual([]);
  });

  it('that would have stopped all traffic mark the snapshot degraded when they cannot be used', () => {
    const features = { maintenanceMode: true };
    expect(decide({ timeZone: 'Mars/Phobos', features }).degraded).toEqual([
      'ControlPlane/default',
    ]);
    expect(decide({ timeZone: 7, features }).degraded).toEqual(['ControlPlane/default']);
  });
});

const license = object('License', 'default', { tokenSecretRef: { name: 'lic', key: 'token' } });

describe('a license', () => {
  it('hands its token to the admin service in the section of its credentials alone', () => {
    const result = compiled([license], { secrets: [secret('lic', { token: 'ey.J0.x\n' })] });
    expect(verdictOn(result, 'default').reason).toBe('Accepted');
    expect(fragments(result, 'license')).toMatchObject([{ token: 'set' }]);
    expect(fragments(result, 'admin_credentials')).toMatchObject([
      { type: 'license', token: 'ey.J0.x' },
    ]);
  });

  it('without its Secret is known to be there, and says what is missing', () => {
    const result = compiled([license]);
    expect(verdictOn(result, 'default')).toMatchObject({
      reason: 'SecretNotFound',
      message:
        'tokenSecretRef: Secret "lic" does not exist, or was made for another object: create one of your own, or send the value through the admin API',
    });
    expect(fragments(result, 'license')).toMatchObject([{ token: 'missing' }]);
    expect(fragments(result, 'admin_credentials')).toEqual([]);
  });

  it('is one: the older counts', () => {
    const late = object(
      'License',
      'other',
      { tokenSecretRef: { name: 'lic', key: 't' } },
      { age: 1 },
    );
    expect(verdictOn(compiled([late, license]), 'other').reason).toBe('Conflicted');
  });
});
