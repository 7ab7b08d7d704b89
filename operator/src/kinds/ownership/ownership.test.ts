import { describe, expect, it } from 'vitest';
import type { Compiled } from '../../compile/types.ts';
import { apiKey, object } from '../../testing/builders.ts';
import { bindingsOf, compiled, fragments, keys, verdictOn } from '../../testing/compiled.ts';
import type { SourceObject } from '../source-object.ts';

const organization = (name: string, uid = name): SourceObject =>
  object('Organization', name, {}, { uid });
const team = (name: string, organizationId?: string, uid = `team-${name}`): SourceObject =>
  object('Team', name, { organizationId }, { uid });

/** Compiles rounds one after the other: each knows the bindings that the statuses record since the one before. */
function rounds(...all: readonly (readonly SourceObject[])[]): Compiled {
  return all.reduce<Compiled>(
    (before, objects) => compiled(objects, { bindings: bindingsOf(before) }),
    compiled([]),
  );
}

const missing = (result: Compiled): unknown => keys(result)[0]?.['ownerMissing'];

describe('a key', () => {
  const inTeam = apiKey('k', { teamId: 'data', role: 'org_admin' });
  const own = apiKey('k', { organizationId: 'acme' });

  it('of a team is bound to the organization of the team', () => {
    const result = rounds([organization('acme'), team('data', 'acme'), inTeam]);
    expect(missing(result)).toBeUndefined();
    expect(verdictOn(result, 'k').owner).toEqual({
      objectUid: inTeam.uid,
      organization: 'acme',
      organizationUid: 'acme',
    });
  });

  it('whose team is gone does not work, and is not the key of a team of this name elsewhere', () => {
    const start = [organization('acme'), organization('rival'), team('data', 'acme'), inTeam];
    const gone = [organization('acme'), organization('rival'), inTeam];
    expect(missing(rounds(start, gone))).toBe('the team "data" does not exist');
    const theirs = rounds(start, gone, [...gone, team('data', 'rival', 'theirs')]);
    expect(missing(theirs)).toBe('its team is not of the organization that it was made for');
    expect(verdictOn(theirs, 'k')).toMatchObject({
      reason: 'OwnerMismatch',
      owner: { organization: 'acme', organizationUid: 'acme' },
    });
    expect(verdictOn(theirs, 'k').message).not.toContain('rival');
  });

  it('works again when Git creates its team again in the same organization', () => {
    const start = [organization('acme'), team('data', 'acme'), inTeam];
    const back = [organization('acme'), team('data', 'acme', 'another-uid'), inTeam];
    expect(missing(rounds(start, [organization('acme'), inTeam], back))).toBeUndefined();
  });

  it('of a team of the platform is not the key of a tenant that takes the name of the team', () => {
    const start = [organization('rival'), team('data'), inTeam];
    const taken = [organization('rival'), team('data', 'rival', 'theirs'), inTeam];
    expect(missing(rounds(start, [organization('rival'), inTeam], taken))).toBeDefined();
  });

  it('of a deleted organization is none of an organization that is created under its slug', () => {
    const start = [organization('acme'), own];
    expect(missing(rounds(start, [own]))).toBe('the organization "acme" does not exist');
    const anew = rounds(start, [own], [organization('acme', 'uid-2'), own]);
    expect(missing(anew)).toBe(
      'the organization "acme" that it was made for does not exist any more',
    );
    expect(keys(anew)[0]).toMatchObject({ blocked: true });
    const unseen = rounds(start, [organization('acme', 'uid-2'), own]);
    expect(missing(unseen)).toBeDefined();
  });

  it('is refused with its team where the organization of the team was created anew', () => {
    const start = [organization('acme'), team('data', 'acme'), inTeam];
    const anew = rounds(start, [organization('acme', 'uid-2'), team('data', 'acme'), inTeam]);
    expect(missing(anew)).toBeDefined();
    expect(fragments(anew, 'teams')).toEqual([]);
  });

  it('is bound anew after a restore in which every uid is new, and where somebody moved it', () => {
    const start = [organization('acme'), own];
    const restored = apiKey('k', { organizationId: 'acme' }, { uid: 'restored' });
    const recorded = verdictOn(rounds(start), 'k').owner;
    const bindings = new Map(recorded ? [['restored', { owner: recorded }]] : []);
    expect(missing(compiled([organization('acme', 'uid-2'), restored], { bindings }))).toBe(
      undefined,
    );
    const moved = apiKey('k', { organizationId: 'rival' }, { generation: 2 });
    const after = rounds(start, [organization('acme'), organization('rival'), moved]);
    expect(missing(after)).toBeUndefined();
    expect(verdictOn(after, 'k').owner).toMatchObject({ organization: 'rival' });
  });

  it('whose business unit, or whose team\u2019s, is gone does not work', () => {
    const unit = object('BusinessUnit', 'acme-a', { organizationId: 'acme' });
    const inUnit = object('Team', 'data', { organizationId: 'acme', businessUnitId: 'acme-a' });
    const withUnit = apiKey('k', { organizationId: 'acme', businessUnitId: 'acme-a' });
    for (const key of [inTeam, withUnit]) {
      expect(missing(rounds([organization('acme'), unit, inUnit, key]))).toBeUndefined();
      expect(missing(rounds([organization('acme'), inUnit, key]))).toBe(
        'the business unit "acme-a" does not exist in the organization "acme"',
      );
    }
  });

  it('that belongs to nobody is the platform\u2019s, and works', () => {
    const result = rounds([apiKey('k')], [apiKey('k'), organization('acme')]);
    expect(missing(result)).toBeUndefined();
    expect(verdictOn(result, 'k').owner).toBeUndefined();
  });
});

it('an organization that is created anew inherits no team with its members, and no policy', () => {
  const objects = [
    object('Team', 'data', { organizationId: 'acme', members: [{ userId: 'ada' }] }),
    object('RoutingPolicy', 'p', { organizationId: 'acme', action: 'deny' }),
  ];
  const anew = rounds(
    [organization('acme'), ...objects],
    [organization('acme', 'uid-2'), ...objects],
  );
  for (const section of ['teams', 'policies']) expect(fragments(anew, section)).toEqual([]);
  expect(verdictOn(anew, 'p')).toMatchObject({ reason: 'OwnerMismatch', standing: 'left_out' });
});
