import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OwnerNames } from './owner-names.ts';

const names = new OwnerNames('a secret that all replicas know');
const word = fc.string({ maxLength: 12 });
const scopes = fc.record({
  organization: fc.option(word, { nil: undefined }),
  organizationUid: fc.option(word, { nil: undefined }),
  team: fc.option(word, { nil: undefined }),
  teamUid: fc.option(word, { nil: undefined }),
  key: word,
});

it('tells its owner what they called it, in every replica, and nobody else', () => {
  const other = new OwnerNames('a secret that all replicas know');
  fc.assert(
    fc.property(scopes, scopes, word, (scope, stranger, name) => {
      const written = names.write(scope, name);
      expect(other.read(scope, written)).toBe(name);
      const said = ({ key, ...owner }: typeof scope) => {
        const own = (owner.organization ?? owner.team) === undefined ? [key] : [];
        return JSON.stringify([...Object.values(owner), ...own].map((part) => part ?? ''));
      };
      fc.pre(said(scope) !== said(stranger));
      expect(other.read(stranger, written)).toBeUndefined();
    }),
  );
});

it('takes no name that was made up, or written with another secret', () => {
  const scope = { organization: 'a', organizationUid: 'u', team: 't', teamUid: 'v', key: 'k' };
  const foreign = new OwnerNames('another secret').write(scope, 'a.pdf');
  for (const name of ['', 'a.pdf', 'aicp-', `aicp-${'A'.repeat(22)}-a.pdf`, foreign])
    expect(names.read(scope, name)).toBeUndefined();
});
