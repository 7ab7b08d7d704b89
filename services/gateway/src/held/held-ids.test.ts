import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HELD_PREFIXES, HeldIds, isOf, type HeldKind, type HeldScope } from './held-ids.ts';

const ids = new HeldIds('a secret that all replicas know');
const kinds = fc.constantFrom(...(Object.keys(HELD_PREFIXES) as HeldKind[]));
const word = fc.string({ maxLength: 12 });
const scopes: fc.Arbitrary<HeldScope> = fc.record({
  organization: fc.option(word, { nil: undefined }),
  organizationUid: fc.option(word, { nil: undefined }),
  team: fc.option(word, { nil: undefined }),
  teamUid: fc.option(word, { nil: undefined }),
  key: word,
  uid: fc.option(word, { nil: undefined }),
});
const things = fc.record({
  ...{ provider: word, identity: word, credential: word, upstreamId: word },
  model: fc.option(fc.string({ minLength: 1, maxLength: 12 }), { nil: undefined }),
});
const ACME: HeldScope = {
  ...{ organization: 'acme', organizationUid: 'u1', team: 'web', teamUid: 't1' },
  key: 'acme-1',
};
const NOBODY = {
  ...{ organization: undefined, organizationUid: undefined, team: undefined, teamUid: undefined },
};
const FILE = { provider: 'openai', identity: 'i1', credential: 'default', upstreamId: 'file-9' };

describe('ids of what lives at a provider', () => {
  it('opens for the scope that it was sealed for, in another replica too', () => {
    const other = new HeldIds('a secret that all replicas know');
    fc.assert(
      fc.property(scopes, kinds, things, (scope, kind, thing) => {
        const { identity, ...told } = thing;
        const opened = other.open(scope, kind, ids.seal(scope, kind, thing));
        expect(opened).toMatchObject({ ...told, model: told.model });
        expect(opened && isOf(opened, identity)).toBe(true);
      }),
    );
  });

  it('opens for no other scope and as nothing else', () => {
    const asked = fc.tuple(scopes, kinds);
    fc.assert(
      fc.property(asked, asked, things, ([scope, kind], [other, otherKind], thing) => {
        const said = ({ key, uid, ...owner }: HeldScope): string => {
          const own = (owner.organization ?? owner.team) === undefined ? [key, uid] : [];
          const { organization, organizationUid, team, teamUid } = owner;
          const all = [organization, organizationUid, team, teamUid, ...own];
          return JSON.stringify(all.map((name) => name ?? ''));
        };
        fc.pre(said(scope) !== said(other) || kind !== otherKind);
        expect(ids.open(other, otherKind, ids.seal(scope, kind, thing))).toBeUndefined();
      }),
    );
  });

  it('opens for the key alone that it was given to, where that is of no organization and no team', () => {
    const id = ids.seal({ ...NOBODY, key: 'one' }, 'file', FILE);
    expect(ids.open({ ...NOBODY, key: 'other' }, 'file', id)).toBeUndefined();
    expect(ids.open({ ...NOBODY, key: 'one' }, 'file', id)?.upstreamId).toBe('file-9');
  });

  it('opens for all keys of a team', () => {
    const id = ids.seal(ACME, 'file', FILE);
    expect(ids.open({ ...ACME, key: 'acme-2', uid: 'k2' }, 'file', id)).toBeDefined();
  });

  it('opens nothing that was changed or made up', () => {
    const id = ids.seal(ACME, 'file', FILE);
    for (let at = 0; at < id.length; at += 1) {
      const letter = id[at] === 'A' ? 'B' : 'A';
      expect(ids.open(ACME, 'file', `${id.slice(0, at)}${letter}${id.slice(at + 1)}`)).toBe(
        undefined,
      );
    }
    for (const made of ['', 'file-', 'file-9', 'file-abc', `${id}A`, 'x'.repeat(5_000)]) {
      expect(ids.open(ACME, 'file', made)).toBeUndefined();
    }
  });

  it('tells a Provider from another one of its name', () => {
    const opened = ids.open(ACME, 'file', ids.seal(ACME, 'file', FILE));
    expect(opened && isOf(opened, 'i2')).toBe(false);
  });
});
