import { describe, expect, it } from 'vitest';
import type { SourceObject } from '../kit/source-object.ts';
import { apiKey, hashOf, object } from '../../testing/builders.ts';
import { compiled, keys, verdictOn } from '../../testing/compiled.ts';
import { keySectionOf } from './decide.ts';

const decide = (spec: object, others: readonly SourceObject[] = []) => {
  const result = compiled([apiKey('k', spec), ...others]);
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
    const owners = [
      object('Organization', 'acme', {}),
      object('BusinessUnit', 'emea', { organizationId: 'acme' }),
      object('Team', 'research', { organizationId: 'acme' }),
    ];
    const { fragment } = decide(spec, owners);
    expect(fragment).not.toHaveProperty('ownerMissing');
    expect(fragment).toMatchObject({
      id: 'k',
      role: 'org_admin',
      organization: 'acme',
      boundTo: { organization: 'acme', organizationUid: 'Organization-acme' },
      businessUnit: 'emea',
      team: 'research',
      teamUid: 'Team-research',
      user: 'u@x',
      allowedModels: ['gpt-*'],
      metadata: { department: 'legal' },
    });
  });

  it('that belongs to what does not exist stays in, does not work, and says what is missing', () => {
    const { verdict, fragment } = decide({
      organizationId: 'acme',
      businessUnitId: 'emea',
      teamId: 'research',
    });
    expect(verdict).toMatchObject({
      reason: 'ReferenceNotFound',
      inEffect: 'current',
      message: [
        'organizationId: Organization "acme" does not exist: create it, or take it out',
        'teamId: Team "research" does not exist in Organization "acme": create it there, or name another',
        'businessUnitId: BusinessUnit "emea" does not exist in Organization "acme": create it there, or name another',
        'the key does not work until then',
      ].join('; '),
    });
    expect(fragment).toMatchObject({
      organization: 'acme',
      businessUnit: 'emea',
      team: 'research',
      blocked: true,
      ownerMissing: 'the organization "acme" does not exist',
    });
  });

  it('has the organization and the business unit of its team, where it names none', () => {
    const team = object('Team', 'ml', { organizationId: 'acme', businessUnitId: 'acme-a' });
    const known = [
      team,
      object('Organization', 'acme', {}),
      ...['acme-a', 'acme-b'].map((name) =>
        object('BusinessUnit', name, { organizationId: 'acme' }),
      ),
    ];
    const { verdict, fragment } = decide({ teamId: 'ml' }, known);
    expect(verdict.reason).toBe('Accepted');
    expect(fragment).toMatchObject({ organization: 'acme', businessUnit: 'acme-a' });
    const own = decide({ teamId: 'ml', businessUnitId: 'acme-b' }, known).fragment;
    expect(own).toMatchObject({ organization: 'acme', businessUnit: 'acme-b' });
  });

  it('of one organization with a team of another does not work', () => {
    const { verdict, fragment } = decide({ organizationId: 'acme', teamId: 'theirs' }, [
      object('Organization', 'acme', {}),
      object('Team', 'theirs', { organizationId: 'umbrella' }),
    ]);
    expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'current' });
    expect(verdict.message).toContain('Team "theirs" does not exist in Organization "acme"');
    expect(verdict.message).not.toContain('umbrella');
    expect(fragment).toMatchObject({
      ownerMissing: 'the team "theirs" does not exist in the organization "acme"',
    });
  });

  it('carries who was told it', () => {
    const { fragment } = decide({ givenTo: { person: 'ann', role: 'admin' } });
    expect(fragment).toMatchObject({ givenTo: { person: 'ann', role: 'org_admin' } });
    expect(decide({}).fragment).not.toHaveProperty('givenTo');
  });

  it('carries its pace, and what it may spend', () => {
    const { verdict, fragment } = decide({ rpmLimit: 5, tpmLimit: 6, maxBudget: 1 });
    expect(fragment).toMatchObject({
      rpmLimit: 5,
      tpmLimit: 6,
      maxBudget: { limit: '1000000000', window: 'month' },
    });
    expect(verdict.unenforced).toBeUndefined();
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
    expect(verdict).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
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
