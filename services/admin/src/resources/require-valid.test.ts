import { kindNamed } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { requireValid } from './require-valid.ts';

const errorsOf = (kind: string, spec: object): unknown => {
  try {
    requireValid(kindNamed(kind), { ...spec });
    return [];
  } catch (error) {
    return (error as { errors?: { path: string }[] }).errors?.map(({ path }) => path);
  }
};

const test = { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 5 };

describe('a spec that its schema takes', () => {
  it.each([
    ['RoutingPolicy', { action: 'deny', condition: 'team ==' }, 'condition'],
    [
      'RoutingPolicy',
      { policyType: 'conditional', config: { action: 'prefer', condition: 'team == a' } },
      'config.target_models',
    ],
    ['Provider', { type: 'openai', baseUrl: 'http://169.254.169.254/v1' }, 'base_url'],
    ['Provider', { type: 'openai', baseUrl: 'http://[fe80::a9fe:a9fe%25eth0]/' }, 'base_url'],
    [
      'Organization',
      { displayName: 'Acme', sso: { issuer: 'https://[::1%25lo]', clientId: 'a' } },
      'sso.issuer',
    ],
    ['ControlPlane', { timeZone: 'Mars/Base' }, 'time_zone'],
    [
      'Detector',
      { detectorType: 'regex', config: { patterns: [{ pattern: '([' }] } },
      'config.patterns.0.pattern',
    ],
  ])('and nobody can act on is 422, in the words of the wire: %s %j', (kind, spec, path) => {
    expect(errorsOf(kind, spec)).toEqual([path]);
  });

  it('and somebody can act on is taken', () => {
    expect(errorsOf('ABTest', test)).toEqual([]);
    expect(errorsOf('Provider', { type: 'openai', baseUrl: 'http://10.0.0.1/v1' })).toEqual([]);
  });
});
