import { credentialOf, issueToken, readToken } from '@aicp/api-kit/access/access-token';
import { startOfHash, type Identity } from '@aicp/api-kit/access/credential';
import { newSigningKey } from '@aicp/api-kit/access/signing-keys';
import type {
  OrganizationFragment,
  TeamFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import { describe, expect, it } from 'vitest';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { factsIn } from '@aicp/contracts/people/fact';
import { grantsOf, membershipsIn } from '@aicp/contracts/people/memberships';
import { principalOfCredential, principalOfKey } from './principal-of-credential.ts';
import { principalOfIdentity } from './principal-of-identity.ts';

describe('principal of credential', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');
  const HASH = 'ab'.repeat(32);

  const keyOf = (more: Partial<KnownKey> = {}): KnownKey => ({
    source: { kind: 'APIKey', name: 'ada', uid: 'uid-1', generation: 1 },
    id: 'ada',
    uid: 'uid-1',
    role: 'member',
    blocked: false,
    metadata: {},
    allowedModels: [],
    hashes: [{ hash: HASH }],
    ends: new Map([[HASH, Infinity]]),
    ...more,
  });

  /** What a credential is worth where the directory has this key. */
  const worth = (credential: Parameters<typeof principalOfCredential>[0], key: KnownKey) =>
    principalOfCredential(
      credential,
      {
        keyOfUid: () => key,
        organization: () => undefined,
        team: () => undefined,
        grantsOf: () => [],
      },
      NOW,
    );

  /** What a token says that was given for this key. */
  async function tokenFor(key: KnownKey) {
    const signing = await newSigningKey(NOW);
    const keys = { signer: () => signing, named: () => Promise.resolve(signing) };
    const token = await issueToken({
      principal: principalOfKey(key),
      credential: {
        type: 'key',
        uid: key.uid,
        hash: startOfHash(HASH),
        generation: key.tokenGeneration,
      },
      jti: 'token-1',
      keys,
      nowMs: NOW,
    });
    const claims = await readToken(token, keys, NOW);
    if (!claims) throw new Error('the token cannot be read');
    return credentialOf(claims);
  }

  it('a token of a key that was blocked stays ended when the key is taken again', async () => {
    const before = await tokenFor(keyOf());
    expect(worth(before, keyOf())?.subject).toBe('ada');
    expect(worth(before, keyOf({ blocked: true, tokenGeneration: 1 }))).toBeUndefined();
    const again = keyOf({ tokenGeneration: 2 });
    expect(worth(before, again)).toBeUndefined();
    expect(worth(await tokenFor(again), again)?.subject).toBe('ada');
  });
});

describe('principal of identity', () => {
  type Mapping = NonNullable<OrganizationFragment['sso']>['roleMapping'];
  type Members = OrganizationFragment['members'];

  const source = { kind: 'Organization', name: 'acme', uid: 'uid-1', generation: 1 };
  const team = (id: string, organization: string, members: Members = []): TeamFragment => ({
    source,
    id,
    organization,
    members,
  });

  /** What somebody with these claims is, where the organization is set up so. */
  function signedIn(options: {
    claims?: Record<string, unknown>;
    mapping?: Mapping;
    members?: Members;
    teams?: TeamFragment[];
    identity?: Partial<Identity>;
  }) {
    const { claims = {}, mapping = [], members = [], teams = [], identity = {} } = options;
    const acme: OrganizationFragment = {
      source,
      id: 'acme',
      members,
      sso: {
        isEnabled: true,
        issuer: 'https://idp.example',
        clientId: 'aicp',
        clientSecret: 'none',
        scopes: [],
        roleMapping: mapping,
      },
    };
    const memberships = membershipsIn([acme], teams);
    return principalOfIdentity(
      {
        organization: 'acme',
        organizationUid: 'uid-1',
        issuer: 'https://idp.example',
        client: 'aicp',
        subject: 'ada',
        isEmailVerified: false,
        facts: factsIn(claims, mapping),
        ...identity,
      },
      {
        organization: (id) => (id === 'acme' ? acme : undefined),
        team: (id) => teams.find((one) => one.id === id),
        grantsOf: (organization, user) => grantsOf(memberships, organization, user),
      },
    );
  }

  const by = (value: string, role: Mapping[number]['role'], teamId?: string): Mapping[number] => ({
    claim: 'groups',
    value,
    role,
    ...(teamId === undefined ? {} : { team: teamId }),
  });

  describe('who signed in at his organization’s provider', () => {
    it('has the strongest role that his claims and memberships give', () => {
      const mapping = [by('a', 'viewer'), by('b', 'team_admin'), by('c', 'org_admin')];
      const claims = { groups: ['a', 'b'] };
      expect(signedIn({ claims, mapping })).toMatchObject({
        kind: 'user',
        subject: 'ada',
        role: 'team_admin',
        organizationId: 'acme',
      });
      const members: Members = [{ user: 'ada', role: 'org_admin' }];
      expect(signedIn({ claims, mapping, members })?.role).toBe('org_admin');
    });

    it.each([
      ['a value', { groups: 'a' }, true],
      ['one of a list', { groups: ['x', 'a'] }, true],
      ['another value', { groups: 'ab' }, false],
      ['an object', { groups: { a: true } }, false],
      ['no claim', {}, false],
    ])('is mapped by what a claim is or contains: %s', (_, claims, isMapped) => {
      expect(signedIn({ claims, mapping: [by('a', 'member')] }) !== undefined).toBe(isMapped);
    });

    it('is mapped by flags and numbers as they are written', () => {
      const mapping: Mapping = [{ claim: 'staff', value: 'true', role: 'member' }];
      expect(signedIn({ claims: { staff: true }, mapping })?.role).toBe('member');
      expect(signedIn({ claims: { staff: false }, mapping })).toBeUndefined();
    });

    it('is not mapped by what every object has', () => {
      const mapping: Mapping = [{ claim: 'constructor', value: String(Object), role: 'org_admin' }];
      expect(signedIn({ mapping })).toBeUndefined();
    });

    it('is of the teams that his claims and memberships name', () => {
      const teams = [team('one', 'acme'), team('two', 'acme', [{ user: 'ada', role: 'member' }])];
      const found = signedIn({
        claims: { groups: 'a' },
        mapping: [by('a', 'member', 'one')],
        teams,
      });
      expect(found).toMatchObject({ role: 'member', teamIds: ['one', 'two'] });
    });

    it('administers the teams that he was made administrator of, and no other', () => {
      const teams = [
        team('one', 'acme', [{ user: 'ada', role: 'team_admin' }]),
        team('two', 'acme', [{ user: 'ada', role: 'member' }]),
      ];
      expect(signedIn({ teams })).toMatchObject({ role: 'team_admin', teamIds: ['one'] });
      const members: Members = [{ user: 'ada', role: 'team_admin' }];
      expect(signedIn({ teams, members })?.teamIds).toEqual(['one', 'two']);
    });

    it('gets nothing by a team of another organization, however it comes into the mapping', () => {
      const teams = [team('theirs', 'other', [{ user: 'ada', role: 'team_admin' }])];
      const mapping = [by('a', 'team_admin', 'theirs'), by('a', 'org_admin', 'gone')];
      expect(signedIn({ claims: { groups: 'a' }, mapping, teams })).toBeUndefined();
    });

    it('is never made administrator of the organization by a team', () => {
      const teams = [team('one', 'acme', [{ user: 'ada', role: 'org_admin' }])];
      expect(signedIn({ teams })?.role).toBe('team_admin');
    });

    it('counts for nothing with another provider, another client or another organization', () => {
      const members: Members = [{ user: 'ada', role: 'member' }];
      expect(signedIn({ members })?.role).toBe('member');
      for (const identity of [
        { issuer: 'https://new' },
        { client: 'new' },
        { organization: 'b' },
      ]) {
        expect(signedIn({ members, identity })).toBeUndefined();
      }
    });

    it('is a member by an address only where the provider vouches for it', () => {
      const members: Members = [{ user: 'ada@acme.example', role: 'member' }];
      const email = 'ada@acme.example';
      expect(signedIn({ members, identity: { email } })).toBeUndefined();
      expect(signedIn({ members, identity: { email, isEmailVerified: true } })).toMatchObject({
        subject: 'ada',
        email,
      });
    });
  });
});
