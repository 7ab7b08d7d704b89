import { describe, expect, it } from 'vitest';
import { apiKey, model, object, provider } from '../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../testing/compiled.ts';

const served = [provider('sim'), model('m')];
const tier = (spec: object) => object('AccessTier', 'premium', spec);
const onApproval = { models: ['m'], modelTiers: ['premium'], requiresApproval: true };

describe('an access tier', () => {
  it('on approval is told to the gateways with its models and labels, and another one is not', () => {
    const result = compiled([...served, tier({ ...onApproval, models: ['m', 'gpt-*', 'm'] })]);
    expect(fragments(result, 'access_tiers')).toMatchObject([
      { id: 'premium', models: ['m', 'gpt-*'], labels: ['premium'] },
    ]);
    expect(verdictOn(result, 'premium')).toMatchObject({
      reason: 'Accepted',
      inEffect: 'current',
      unenforced: undefined,
    });
    const open = compiled([...served, tier({ ...onApproval, requiresApproval: false })]);
    expect(fragments(open, 'access_tiers')).toEqual([]);
    expect(verdictOn(open, 'premium')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
  });

  it('that names a model which does not exist says so, and closes it as soon as it does', () => {
    const result = compiled([...served, tier({ models: ['lost'], requiresApproval: true })]);
    const verdict = verdictOn(result, 'premium');
    expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'current' });
    expect(verdict.message).toContain('models: "lost"');
    expect(fragments(result, 'access_tiers')).toMatchObject([{ models: ['lost'] }]);
  });

  it('of an organization that does not exist acts on nothing', () => {
    const result = compiled([...served, tier({ ...onApproval, organizationId: 'gone' })]);
    expect(verdictOn(result, 'premium')).toMatchObject({
      reason: 'ReferenceNotFound',
      inEffect: 'left_out',
    });
    expect(fragments(result, 'access_tiers')).toEqual([]);
  });
});

describe('the condition of a tier on approval', () => {
  const teams = [
    object('Organization', 'acme', {}),
    object('Team', 'ml', { organizationId: 'acme' }),
    object('Team', 'narrow', { organizationId: 'acme', allowedModels: ['n'] }),
  ];
  const keys = [
    apiKey('granted', { teamId: 'ml' }),
    apiKey('not', { organizationId: 'acme' }),
    apiKey('blocked', { blocked: true }),
    apiKey('of-others', { teamId: 'narrow' }),
    apiKey('listed', { allowedModels: ['n'] }),
    apiKey('platforms', {}),
  ];
  const grant = object('AccessGrant', 'g', { tierId: 'premium', teamId: 'ml' });
  const said = (spec: object, ...more: Parameters<typeof compiled>[0]) =>
    verdictOn(compiled([...served, model('n'), ...teams, ...keys, tier(spec), ...more]), 'premium')
      .message;

  it('names the models that it closes, and the keys that could use one and hold no grant', () => {
    expect(said(onApproval, grant)).toBe(
      'closes 1 model (m), to 2 keys (not, platforms) without a grant',
    );
    const all = {
      teams: ['acme'].map((organizationId) => ({ tierId: 'premium', organizationId })),
    };
    expect(
      said({ ...onApproval, organizationId: 'acme' }, object('AccessGrant', 'a', all.teams[0]!)),
    ).toBe('closes 1 model (m); no key that could use one is without a grant');
    expect(said({ ...onApproval, models: [] })).toBe('no model is in it now');
    expect(said({ ...onApproval, models: ['lost', 'm'] }, grant)).toMatch(
      /"lost" .*; closes 1 model/,
    );
    expect(said({ models: ['m'] })).not.toContain('closes');
  });

  it('names ten of them, and the number of all', () => {
    const many = Array.from({ length: 12 }, (_, index) => apiKey(`k${index + 10}`, {}));
    expect(said(onApproval, ...many)).toContain(
      'to 15 keys (granted, k10, k11, k12, k13, k14, k15, k16, k17, k18 and 5 more) without',
    );
  });
});

describe('a tier that is not valid', () => {
  const broken = { models: ['m', 7], modelTiers: 'premium', requiresApproval: 'yes' };

  it('closes what of it can be read, where no earlier form is left, and degrades the snapshot', () => {
    const result = compiled([...served, tier(broken)]);
    expect(fragments(result, 'access_tiers')).toMatchObject([{ models: ['m'], labels: [] }]);
    expect(result.degraded).toEqual(['AccessTier/premium']);
    const { message, inEffect } = verdictOn(result, 'premium');
    expect(inEffect).toBe('left_out');
    expect(message).toContain('as much of it as can be read is enforced');
    const again = compiled([...served, tier(broken)], { previous: after(result) });
    expect(again.degraded).toEqual(result.degraded);
    expect(again.sections).toEqual(result.sections);
  });

  it('keeps its last good form where there is one', () => {
    const good = compiled([...served, tier({ ...onApproval, models: ['m', 'n'] })]);
    const result = compiled([...served, tier(broken)], { previous: after(good) });
    expect(fragments(result, 'access_tiers')).toMatchObject([{ models: ['m', 'n'] }]);
    expect(result.degraded).toEqual([]);
  });

  it('closes nothing where it asks for no approval', () => {
    const result = compiled([...served, tier({ ...broken, requiresApproval: false })]);
    expect(fragments(result, 'access_tiers')).toEqual([]);
    expect(result.degraded).toEqual([]);
  });
});

const there = [
  tier({ requiresApproval: true }),
  object('Organization', 'acme', {}),
  object('Organization', 'rival', {}),
  object('Team', 'ml', { organizationId: 'acme' }),
  apiKey('ci', { organizationId: 'acme' }),
];

describe('an access grant', () => {
  const granted = (more: object, others = there) => {
    const grant = object('AccessGrant', 'mine', { tierId: 'premium', ...more });
    const result = compiled([...others, grant]);
    return { verdict: verdictOn(result, 'mine'), told: fragments(result, 'access_grants') };
  };

  it.each([
    [{ teamId: 'ml' }, { to: { team: 'ml' } }],
    [
      { organizationId: 'acme', keyId: 'ci' },
      { organization: 'acme', to: { key: 'ci' } },
    ],
    [
      { organizationId: 'acme', userId: 'ada' },
      { organization: 'acme', to: { user: 'ada' } },
    ],
    [{ organizationId: 'acme' }, { organization: 'acme', to: {} }],
  ])('of %j is told to the gateways, whoever wrote it', (spec, says) => {
    const { verdict, told } = granted({ ...spec, expiresAt: '2027-01-01T00:00:00Z' });
    expect(verdict).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(verdict.notEnforced ?? verdict.unenforced).toBeUndefined();
    expect(told).toEqual([
      expect.objectContaining({ tier: 'premium', ...says, expiresAt: '2027-01-01T00:00:00Z' }),
    ]);
  });

  it.each([
    [{ tierId: 'none', teamId: 'ml' }, 'AccessTier "none"'],
    [{ teamId: 'none' }, 'Team "none"'],
    [{ keyId: 'none' }, 'APIKey "none"'],
    [{ organizationId: 'rival', teamId: 'ml' }, 'Team "ml" does not exist in'],
    [{ organizationId: 'rival', keyId: 'ci' }, 'APIKey "ci" does not exist in'],
    [{ organizationId: 'none' }, 'Organization "none"'],
  ])('of %j gives nothing, and says what does not exist', (spec, says) => {
    const { verdict, told } = granted(spec);
    expect(verdict).toMatchObject({ reason: 'ReferenceNotFound', inEffect: 'left_out' });
    expect(verdict.message).toContain(says);
    expect(told).toEqual([]);
  });

  it.each([
    [{}, '2026-01-31T00:00:00.000Z', 'ends at 2026-01-31T00:00:00.000Z: AccessTier "premium"'],
    [{ expiresAt: '2026-06-01T00:00:00Z' }, '2026-01-31T00:00:00.000Z', 'gives 30 days at most'],
    [{ expiresAt: '2026-01-30T00:00:00Z' }, '2026-01-30T00:00:00Z', 'valid'],
    [{ requestId: '7', expiresAt: '2026-06-01T00:00:00Z' }, '2026-01-31T00:00:00.000Z', 'ends'],
  ])('of %j lasts no longer than its tier gives', (more, expiresAt, says) => {
    const strict = tier({ requiresApproval: true, maxGrantDurationDays: 30 });
    const { verdict, told } = granted({ teamId: 'ml', ...more }, [strict, ...there.slice(1)]);
    expect(told).toMatchObject([{ expiresAt }]);
    expect(verdict.message).toContain(says);
  });

  it('that was made on a request ends as that was approved', () => {
    const strict = tier({ requiresApproval: true, maxGrantDurationDays: 30 });
    const spec = {
      tierId: 'premium',
      teamId: 'ml',
      requestId: '7',
      expiresAt: '2026-06-01T00:00:00Z',
    };
    const result = compiled([strict, ...there.slice(1), object('AccessGrant', 'request-7', spec)]);
    expect(fragments(result, 'access_grants')).toMatchObject([
      { expiresAt: '2026-06-01T00:00:00Z' },
    ]);
  });

  it('until a moment that there is not gives nothing', () => {
    const { verdict, told } = granted({ teamId: 'ml', expiresAt: '2027-02-31T25:00:00Z' });
    expect(verdict).toMatchObject({ reason: 'Invalid', inEffect: 'left_out' });
    expect(told).toEqual([]);
  });
});
