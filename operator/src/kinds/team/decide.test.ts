import { describe, expect, it } from 'vitest';
import { object } from '../../testing/builders.ts';
import { compiled, fragments, verdictOn } from '../../testing/compiled.ts';

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
