import { describe, expect, it } from 'vitest';
import { object, secret } from '../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../testing/compiled.ts';

const sso = { issuer: 'https://login.example.com', clientId: 'aicp' };
const withSecret = { ...sso, clientSecretRef: { name: 'oidc', key: 'secret' } };
const organization = (spec: object, generation = 1) =>
  object('Organization', 'acme', spec, { generation });

describe('an organization', () => {
  it('is for the gateway its list of models, and for the admin service who belongs to it', () => {
    const members = [{ userId: 'ada', role: 'admin' }, { userId: 'grace' }];
    const spec = { displayName: 'Acme', slug: 'a', allowedModels: ['gpt-*'], members };
    const result = compiled([organization(spec)]);
    expect(fragments(result, 'organization_models')).toEqual([
      { source: expect.anything() as unknown, id: 'acme', allowedModels: ['gpt-*'] },
    ]);
    expect(fragments(result, 'organizations')).toMatchObject([
      {
        id: 'acme',
        displayName: 'Acme',
        slug: 'a',
        members: [
          { user: 'ada', role: 'org_admin' },
          { user: 'grace', role: 'member' },
        ],
      },
    ]);
  });

  it('without a list of models is nothing to the gateway', () => {
    const result = compiled([organization({ allowedModels: [] })]);
    expect(fragments(result, 'organization_models')).toEqual([]);
    expect(verdictOn(result, 'acme')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
  });

  it('hands its client secret to the admin service alone, apart from the rest', () => {
    const roleMapping = [{ claim: 'groups', value: 'ops', role: 'team_admin', teamId: 'ml' }];
    const result = compiled(
      [organization({ sso: { ...withSecret, roleMapping } }), object('Team', 'ml', {})],
      { secrets: [secret('oidc', { secret: 'a b' })] },
    );
    expect(fragments(result, 'organizations')).toMatchObject([
      {
        sso: {
          isEnabled: true,
          clientSecret: 'set',
          scopes: [],
          roleMapping: [{ claim: 'groups', value: 'ops', role: 'team_admin', team: 'ml' }],
        },
      },
    ]);
    expect(fragments(result, 'admin_credentials')).toMatchObject([
      { type: 'sso', organization: 'acme', clientSecret: 'a b' },
    ]);
    const holding = Object.keys(result.sections).filter((name) =>
      result.sections[name]?.includes('a b'),
    );
    expect(holding).toEqual(['admin_credentials']);
  });

  it.each<[string, object, object]>([
    [
      'whose client secret is missing',
      { sso: withSecret },
      {
        reason: 'SecretNotFound',
        message:
          'sso.clientSecretRef: Secret "oidc" does not exist, or was made for another object: create one of your own, or send the value through the admin API',
      },
    ],
    [
      'that maps a claim to a team that does not exist',
      { sso: { ...sso, roleMapping: [{ claim: 'g', value: 'v', role: 'member', teamId: 'x' }] } },
      {
        reason: 'ReferenceNotFound',
        message:
          'sso.roleMapping: Team "x" does not exist in Organization "acme": create it there, or name another',
      },
    ],
    [
      'that maps a claim to a team of another organization, as to one that does not exist,',
      { sso: { ...sso, roleMapping: [{ claim: 'g', value: 'v', role: 'member', teamId: 'y' }] } },
      {
        reason: 'ReferenceNotFound',
        message:
          'sso.roleMapping: Team "y" does not exist in Organization "acme": create it there, or name another',
      },
    ],
  ])('%s says so, and the rest of it works', (_, spec, said) => {
    const rival = object('Organization', 'rival', {});
    const theirs = object('Team', 'y', { organizationId: 'rival' });
    const result = compiled([rival, theirs, organization(spec)]);
    expect(verdictOn(result, 'acme')).toMatchObject({ ...said, inEffect: 'current' });
    const clientSecret = 'clientSecretRef' in (spec as { sso: object }).sso ? 'missing' : 'none';
    expect(fragments(result, 'organizations')).toContainEqual(
      expect.objectContaining({
        id: 'acme',
        sso: expect.objectContaining({ clientSecret }) as unknown,
      }),
    );
  });

  it('whose issuer is no address lets nobody sign in by it, and keeps its members and models', () => {
    const spec = { sso: { ...sso, issuer: 'https://[' }, allowedModels: ['m'] };
    const result = compiled([organization(spec)]);
    expect(verdictOn(result, 'acme').reason).toBe('Invalid');
    expect(fragments(result, 'organizations')[0]).not.toHaveProperty('sso');
    expect(fragments(result, 'organization_models')).toHaveLength(1);
  });

  it('that cannot be read keeps its list of models, and none of its members', () => {
    const good = organization({ allowedModels: ['m'], members: [{ userId: 'ada' }] });
    const bad = organization({ allowedModels: ['m'], members: 'all' }, 2);
    const result = compiled([bad], { previous: after(compiled([good])) });
    expect(verdictOn(result, 'acme')).toMatchObject({ reason: 'Invalid', inEffect: 'kept' });
    expect(fragments(result, 'organization_models')).toMatchObject([{ allowedModels: ['m'] }]);
    expect(fragments(result, 'organizations')).toEqual([]);
    expect(compiled([bad]).degraded).toEqual(['Organization/acme']);
  });

  it('says which of its limits are only stored', () => {
    const metadata = { region: 'eu' };
    expect(verdictOn(compiled([organization({ maxBudget: 5, metadata })]), 'acme').unenforced).toBe(
      'stored, and not acted on by this version: spec.metadata',
    );
  });
});

const unit = object('BusinessUnit', 'acme-science', { organizationId: 'acme', slug: 'science' });

it('a business unit is for the admin service, and waits for its organization', () => {
  const alone = compiled([unit]);
  expect(verdictOn(alone, 'acme-science')).toMatchObject({
    reason: 'ReferenceNotFound',
    inEffect: 'left_out',
  });
  expect(fragments(alone, 'business_units')).toEqual([]);
  const whole = compiled([unit, object('Organization', 'acme', {})]);
  expect(verdictOn(whole, 'acme-science').reason).toBe('Accepted');
  expect(fragments(whole, 'business_units')).toMatchObject([
    { id: 'acme-science', organization: 'acme', slug: 'science' },
  ]);
});

const acme = object('Organization', 'acme', {});
const science = object('BusinessUnit', 'acme-science', { organizationId: 'acme' });
const umbrella = object('Organization', 'umbrella', {});
const foreign = object('BusinessUnit', 'umbrella-x', { organizationId: 'umbrella' });
const team = (spec: object) => object('Team', 'ml', spec);

describe('a team', () => {
  it('is for the gateway its list of models, and for the admin service who belongs to it', () => {
    const spec = {
      organizationId: 'acme',
      businessUnitId: 'acme-science',
      allowedModels: ['gpt-*'],
      members: [{ userId: 'ada', role: 'team_admin' }],
    };
    const result = compiled([acme, science, team(spec)]);
    expect(verdictOn(result, 'ml')).toMatchObject({ reason: 'Accepted', inEffect: 'current' });
    expect(fragments(result, 'team_models')).toMatchObject([
      { id: 'ml', allowedModels: ['gpt-*'] },
    ]);
    expect(fragments(result, 'teams')).toMatchObject([
      {
        id: 'ml',
        organization: 'acme',
        businessUnit: 'acme-science',
        members: [{ user: 'ada', role: 'team_admin' }],
      },
    ]);
  });

  it('is its pace too, with all models where it has no list', () => {
    const result = compiled([acme, team({ organizationId: 'acme', rpmLimit: 5, tpmLimit: 6 })]);
    expect(fragments(result, 'team_models')).toMatchObject([
      { id: 'ml', allowedModels: ['*'], rpmLimit: 5, tpmLimit: 6 },
    ]);
  });

  it('without its organization acts on nothing', () => {
    const result = compiled([team({ organizationId: 'nobody', allowedModels: ['m'] })]);
    expect(verdictOn(result, 'ml')).toMatchObject({
      reason: 'ReferenceNotFound',
      message: 'organizationId: Organization "nobody" does not exist: create it, or take it out',
      inEffect: 'left_out',
    });
    expect(fragments(result, 'team_models')).toEqual([]);
    expect(fragments(result, 'teams')).toEqual([]);
    expect(result.degraded).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'a business unit',
      { businessUnitId: 'none' },
      'businessUnitId: BusinessUnit "none" does not exist: create it, or take it out',
    ],
    [
      'a business unit of its own',
      { organizationId: 'acme', businessUnitId: 'umbrella-x' },
      'businessUnitId: BusinessUnit "umbrella-x" does not exist in Organization "acme": create it there, or name another',
    ],
  ])('without %s works and says what is missing', (_, spec, message) => {
    const result = compiled([
      acme,
      umbrella,
      science,
      foreign,
      team({ ...spec, allowedModels: ['m'] }),
    ]);
    expect(verdictOn(result, 'ml')).toMatchObject({ reason: 'ReferenceNotFound', message });
    expect(fragments(result, 'team_models')).toHaveLength(1);
    expect(fragments(result, 'teams')).toHaveLength(1);
  });

  it('that cannot be read, and never could, leaves its keys unrestricted: the snapshot is degraded', () => {
    expect(compiled([team({ allowedModels: 'all' })]).degraded).toEqual(['Team/ml']);
    expect(compiled([team({ members: 'all' })]).degraded).toEqual([]);
  });
});
