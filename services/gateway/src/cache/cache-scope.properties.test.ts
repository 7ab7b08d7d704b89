import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CacheScope, type Asker } from './cache-scope.ts';

const SETTINGS = ['organization', 'team', 'key', 'user'] as const;

/** Few values, so that two askers often agree; with such as could be read for others where parts are put together. */
const text = fc.constantFrom('a', 'b', 'a,b', '"a","b"', 'key', 'null', '');
const maybe = fc.option(text, { nil: undefined });
const asker: fc.Arbitrary<Asker> = fc.record({
  ...{ key: text, uid: maybe, organization: maybe, organizationUid: maybe },
  ...{ team: maybe, teamUid: maybe, user: maybe },
});
const asking = fc.record({ asker, claimed: maybe });
type Asking = typeof asking extends fc.Arbitrary<infer T> ? T : never;

const scopeOf = (setting: (typeof SETTINGS)[number], { asker: of, claimed }: Asking): string =>
  CacheScope.of(setting, of, claimed).text;

const isSameKey = (one: Asker, other: Asker): boolean =>
  one.key === other.key && one.uid === other.uid && isSameOrganization(one, other);
const isSameOrganization = (one: Asker, other: Asker): boolean =>
  one.organization === other.organization && one.organizationUid === other.organizationUid;

describe('within whom an answer of the cache is given again', () => {
  it('is never beyond one organization, whatever the setting and the names are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SETTINGS), asking, asking, (setting, one, other) => {
        fc.pre(!isSameOrganization(one.asker, other.asker));
        expect(scopeOf(setting, one)).not.toBe(scopeOf(setting, other));
      }),
    );
  });

  it('is one team where it is to be: one of the same name with another uid is another, and without either there is the key alone', () => {
    fc.assert(
      fc.property(asking, asking, (one, other) => {
        const [mine, theirs] = [one.asker, other.asker];
        const isOneTeam =
          mine.team !== undefined &&
          mine.teamUid !== undefined &&
          mine.team === theirs.team &&
          mine.teamUid === theirs.teamUid &&
          isSameOrganization(mine, theirs);
        const isOfNoTeam = [mine, theirs].every(
          ({ team, teamUid }) => team === undefined || teamUid === undefined,
        );
        const isShared = isOneTeam || (isOfNoTeam && isSameKey(mine, theirs));
        expect(scopeOf('team', one) === scopeOf('team', other)).toBe(isShared);
      }),
    );
  });

  it('is one key where it is to be, and where the organization that is to share is not known', () => {
    fc.assert(
      fc.property(asking, asking, (one, other) => {
        const isShared = isSameKey(one.asker, other.asker);
        expect(scopeOf('key', one) === scopeOf('key', other)).toBe(isShared);
        fc.pre(one.asker.organization === undefined);
        expect(scopeOf('organization', one) === scopeOf('organization', other)).toBe(isShared);
      }),
    );
  });

  it('is not widened by a user whom a request names: that reaches no further than the key', () => {
    fc.assert(
      fc.property(asking, asking, (one, other) => {
        fc.pre(one.asker.user === undefined && !isSameKey(one.asker, other.asker));
        expect(scopeOf('user', one)).not.toBe(scopeOf('user', other));
      }),
    );
  });
});
