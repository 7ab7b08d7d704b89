import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Compiled } from '../../compile/types.ts';
import { apiKey, object } from '../../testing/builders.ts';
import { after, bindingsOf, compiled, fragments, keys, verdictOn } from '../../testing/compiled.ts';
import type { SourceObject } from '../kit/source-object.ts';

describe('ownership', () => {
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
      const result = rounds(start, [organization('acme'), inTeam], back);
      expect(missing(result)).toBeUndefined();
      expect(keys(result)[0]).toMatchObject({ team: 'data', teamUid: 'another-uid' });
    });

    it('is known to be of another team where its team was made anew in between', () => {
      const start = [organization('acme'), team('data', 'acme', 'the-first'), inTeam];
      expect(keys(rounds(start))[0]).toMatchObject({ teamUid: 'the-first' });
      const anew = [organization('acme'), team('data', 'acme', 'the-second'), inTeam];
      expect(keys(rounds(start, anew))[0]).toMatchObject({ team: 'data', teamUid: 'the-second' });
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
    expect(verdictOn(anew, 'p')).toMatchObject({ reason: 'OwnerMismatch', inEffect: 'left_out' });
  });
});

describe('ownership properties', () => {
  const TENANTS = ['acme', 'rival'] as const;
  const tenant = fc.constantFrom(...TENANTS);
  const maybeTenant = fc.option(tenant, { nil: undefined });
  const teamName = fc.constantFrom('data', 'ml');
  const keyName = fc.constantFrom('k1', 'k2', 'k3');

  /** What somebody does to the cluster; an object that is there already is deleted and created anew. */
  const create = fc.oneof(
    tenant.map((name) => ({ kind: 'Organization', name, spec: {} })),
    fc
      .tuple(teamName, maybeTenant)
      .map(([name, organizationId]) => ({ kind: 'Team', name, spec: { organizationId } })),
    fc
      .tuple(keyName, maybeTenant, fc.option(teamName, { nil: undefined }))
      .map(([name, organizationId, teamId]) => ({
        kind: 'APIKey',
        name,
        spec: { organizationId, teamId },
      })),
  );
  const remove = fc.oneof(
    tenant.map((name) => ({ kind: 'Organization', name })),
    teamName.map((name) => ({ kind: 'Team', name })),
    keyName.map((name) => ({ kind: 'APIKey', name })),
  );
  const step = fc.record({
    change: fc.oneof(create, remove),
    /** Whether the operator sees the cluster after it, or is down until a later step. */
    isSeen: fc.boolean(),
    /** Whether it wrote the statuses, or was killed before and has the committed snapshot alone; not twice in a row. */
    isWritten: fc.boolean(),
  });

  interface Spec {
    readonly organizationId?: string | undefined;
    readonly teamId?: string | undefined;
  }

  /** Who owns what, in the plainest words: an object is of the very organization that was there when it was first seen with it. */
  class Model {
    readonly objects = new Map<string, SourceObject>();
    /** By uid of the object: `name uid` of its organization, or `platform`. */
    private readonly firstSeen = new Map<string, string>();
    private made = 0;

    change({ kind, name, spec }: { kind: string; name: string; spec?: object }): void {
      this.objects.delete(`${kind}/${name}`);
      if (!spec) return;
      this.made += 1;
      const uid = `uid-${this.made}`;
      const made =
        kind === 'APIKey' ? apiKey(name, spec, { uid }) : object(kind, name, spec, { uid });
      this.objects.set(`${kind}/${name}`, made);
    }

    /** An operator looks: whatever has an organization for the first time is of that one from now on. */
    look(): void {
      for (const one of this.objects.values()) {
        const owner = this.ownerNow(one);
        if (owner !== undefined && !this.firstSeen.has(one.uid)) this.firstSeen.set(one.uid, owner);
      }
    }

    works(name: string): boolean | undefined {
      const key = this.objects.get(`APIKey/${name}`);
      if (!key) return undefined;
      const { organizationId, teamId } = key.spec as Spec;
      const team = this.objects.get(`Team/${teamId ?? ''}`);
      if (teamId === undefined) return organizationId === undefined || this.isIntact(key);
      if (!team || !this.isIntact(team) || !this.isIntact(key)) return false;
      const ofTeam = (team.spec as Spec).organizationId;
      return organizationId === undefined || organizationId === ofTeam;
    }

    private isIntact(one: SourceObject): boolean {
      const owner = this.ownerNow(one);
      return owner !== undefined && owner === this.firstSeen.get(one.uid);
    }

    private ownerNow({ spec }: SourceObject): string | undefined {
      const { organizationId, teamId } = spec as Spec;
      const team = this.objects.get(`Team/${teamId ?? ''}`);
      if (organizationId === undefined && teamId !== undefined && !team) return undefined;
      const name = organizationId ?? (team?.spec as Spec | undefined)?.organizationId;
      if (name === undefined) return 'platform';
      const organization = this.objects.get(`Organization/${name}`);
      return organization && `${name} ${organization.uid}`;
    }
  }

  it('a key works if and only if its owners are there with the very uids that it was bound to', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const model = new Model();
        let last: Compiled = compiled([]);
        let wasWritten = true;
        let statuses: Parameters<typeof compiled>[1] = {};
        for (const { change, isSeen, isWritten } of steps) {
          model.change(change);
          if (!isSeen) continue;
          model.look();
          last = compiled([...model.objects.values()], { ...statuses, previous: after(last) });
          wasWritten = isWritten || !wasWritten;
          if (wasWritten) statuses = { bindings: bindingsOf(last) };
          expectTheSame(last, model);
        }
      }),
      { numRuns: 1000 },
    );
  });

  function expectTheSame(result: Compiled, model: Model): void {
    const found = new Map(
      keys(result).map((fragment) => [fragment['id'], fragment['ownerMissing'] === undefined]),
    );
    for (const name of ['k1', 'k2', 'k3']) {
      expect([name, found.get(name)]).toEqual([name, model.works(name)]);
    }
    for (const team of fragments(result, 'teams')) {
      const organization = model.objects.get(`Organization/${String(team['organization'])}`);
      expect(team['organizationUid']).toBe(organization?.uid);
    }
  }
});
