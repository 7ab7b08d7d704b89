import { describe, expect, it } from 'vitest';
import { model, object, policy, provider } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const group = { policyType: 'model_group', config: { alias: 'both', models: ['fast'] } };
const there = [
  provider('sim'),
  model('fast', { aliases: ['quick'] }),
  policy('both', group),
  object('Team', 'ml', {}),
];
const limit = (name: string, spec: object, age = 0) =>
  object('RateLimitPolicy', name, { scope: 'key', rpmLimit: 600, ...spec }, { age });
const decide = (spec: object) => {
  const result = compiled([...there, limit('one', spec)]);
  return { verdict: verdictOn(result, 'one'), fragment: fragments(result, 'rate_limits')[0] };
};

describe('a rate limit', () => {
  it('carries all that it limits, and its burst in requests', () => {
    const { verdict, fragment } = decide({
      scope: 'team',
      scopeValue: 'ml',
      tpmLimit: 1,
      rpdLimit: 2,
      tpdLimit: 3,
      concurrentLimit: 4,
      burstMultiplier: '1.5',
      priority: 7,
    });
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(fragment).toMatchObject({
      id: 'one',
      scope: 'team',
      value: 'ml',
      rpm: 600,
      tpm: 1,
      rpd: 2,
      tpd: 3,
      concurrent: 4,
      burst: { requests: 150, seconds: 10 },
      priority: 7,
    });
  });

  it('has no burst where nothing asks for one', () => {
    expect(decide({}).fragment).not.toHaveProperty('burst');
    const { verdict } = decide({ rpmLimit: undefined, tpmLimit: 1, burstWindowSeconds: 5 });
    expect(verdict.message).toBe('no burst is limited: that takes rpmLimit');
  });

  it('of an alias is of its model', () => {
    expect(decide({ scope: 'model', scopeValue: 'quick' }).fragment).toMatchObject({
      value: 'fast',
    });
  });

  it('of what does not exist stands, and says so', () => {
    const { verdict, fragment } = decide({ scope: 'model', scopeValue: 'gone' });
    expect(verdict.reason).toBe('ReferenceNotFound');
    expect(verdict.message).toContain('scopeValue: "gone" does not exist');
    expect(fragment).toMatchObject({ value: 'gone' });
  });

  it('of a model group is left out, and the snapshot is degraded', () => {
    const result = compiled([...there, limit('one', { scope: 'model', scopeValue: 'both' })]);
    expect(verdictOn(result, 'one')).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
    expect(result.degraded).toEqual(['RateLimitPolicy/one']);
  });

  it('says which one counts in its place', () => {
    const acme = object('Organization', 'acme', {});
    const result = compiled([
      acme,
      limit('high', { priority: 1 }, 9),
      limit('low', {}, 1),
      limit('alice', { scopeValue: 'alice' }, 2),
      limit('of-acme', { organizationId: 'acme' }, 3),
      object('APIKey', 'alice', { keyHash: 'a'.repeat(64) }),
    ]);
    const message = (name: string) => verdictOn(result, name).message;
    expect(message('low')).toBe('limits nothing: RateLimitPolicy "high" counts in its place');
    for (const name of ['high', 'alice', 'of-acme']) expect(message(name)).not.toContain('nothing');
  });
});
