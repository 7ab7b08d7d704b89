import { describe, expect, it } from 'vitest';
import { apiKey, hashOf } from '../../testing/builders.ts';
import { compiled, keys, verdictOn } from '../../testing/compiled.ts';
import { keySectionOf } from './decide.ts';

const decide = (spec: object) => {
  const result = compiled([apiKey('k', spec)]);
  return { verdict: verdictOn(result, 'k'), fragment: keys(result)[0] };
};

describe('a key', () => {
  it('carries who it belongs to; admin is another word for org_admin', () => {
    const spec = {
      role: 'admin',
      organizationId: 'acme',
      businessUnitId: 'emea',
      teamId: 'research',
      userId: 'u@x',
      allowedModels: ['gpt-*'],
      metadata: { department: 'legal' },
    };
    expect(decide(spec).fragment).toMatchObject({
      id: 'k',
      role: 'org_admin',
      organization: 'acme',
      businessUnit: 'emea',
      team: 'research',
      user: 'u@x',
      allowedModels: ['gpt-*'],
      metadata: { department: 'legal' },
    });
  });

  it('stays in while it is blocked, so that the gateway can say why', () => {
    const { verdict, fragment } = decide({ blocked: true });
    expect(fragment?.['blocked']).toBe(true);
    expect(verdict.message).toBe('blocked: requests with this key are refused');
  });

  it('that was rotated has both hashes, the old one until the grace ends or the key does', () => {
    const rotated = {
      keyHash: hashOf('new'),
      previousKeyHash: hashOf('old'),
      previousKeyExpiresAt: '2026-06-01T00:00:00Z',
    };
    expect(decide(rotated).fragment?.['hashes']).toEqual([
      { hash: hashOf('new') },
      { hash: hashOf('old'), until: '2026-06-01T00:00:00Z' },
    ]);
    const expiresAt = '2026-05-01T00:00:00+02:00';
    expect(decide({ ...rotated, expiresAt }).fragment?.['hashes']).toEqual([
      { hash: hashOf('new'), until: expiresAt },
      { hash: hashOf('old'), until: expiresAt },
    ]);
  });

  it('whose end is no moment is left out', () => {
    const { verdict, fragment } = decide({ expiresAt: '2026-02-31T24:99:00Z' });
    expect(verdict).toMatchObject({ reason: 'Invalid', standing: 'left_out' });
    expect(fragment).toBeUndefined();
  });

  it('stands in the shard that its name gives, and the shards are even', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 1600; n += 1) {
      const section = keySectionOf(`key-${n}`);
      counts.set(section, (counts.get(section) ?? 0) + 1);
    }
    expect(counts.size).toBe(16);
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(50);
  });
});
