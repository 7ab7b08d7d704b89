import { systemClock } from '@aicp/common/time/clock';
import { createLogger } from '@aicp/common/log/logger';
import fc from 'fast-check';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Fragments } from '../testing/fragments.ts';
import { buildRuntime } from '../testing/request-facts.ts';
import { SignOn } from './sign-on.ts';
import { organization, team } from './testing/people.ts';

const PUBLIC = 'https://ai.example.com';
const ISSUERS = ['https://one.example.com', 'https://two.example.com'];
const ORGANIZATIONS = ['acme', 'beta', 'core'];
const SUBJECTS = ['ada', 'ben', 'ada@example.com'];

const role = fc.constantFrom('org_admin', 'team_admin', 'member', 'finance', 'viewer');
const members = fc.array(fc.record({ user: fc.constantFrom(...SUBJECTS), role }), { maxLength: 3 });
const worlds = fc.tuple(
  ...ORGANIZATIONS.map(() =>
    fc.record({
      issuer: fc.constantFrom(...ISSUERS),
      isEnabled: fc.boolean(),
      members,
      ofTeam: members,
    }),
  ),
);
const shown = fc.record({
  issuer: fc.constantFrom(...ISSUERS),
  signer: fc.constantFrom(...ISSUERS),
  sub: fc.constantFrom(...SUBJECTS),
  email: fc.constantFrom(undefined, ...SUBJECTS),
  isVerified: fc.boolean(),
  audience: fc.constantFrom(undefined, ...ORGANIZATIONS),
  claimed: fc.constantFrom(...ORGANIZATIONS),
  asked: fc.constantFrom(undefined, ...ORGANIZATIONS),
});

const pathOf = (of: string | undefined): string => (of === undefined ? '/mcp' : `/orgs/${of}/mcp`);

type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;
type Shown = typeof shown extends fc.Arbitrary<infer S> ? S : never;

/** Whose a token may be, and what memberships there name its holder. */
function expectedOf(world: World, { sub, email, isVerified, issuer, asked }: Shown) {
  const names = [sub, ...(isVerified && email !== undefined ? [email] : [])];
  const candidates = world
    .map((one, index) => ({ ...one, id: ORGANIZATIONS[index] }))
    .filter((one) => one.isEnabled && one.issuer === issuer)
    .filter(({ id }) => asked === undefined || id === asked);
  const [only] = candidates;
  const all = [...(only?.members ?? []), ...(only?.ofTeam ?? [])];
  const callers = all.filter(({ user }) => names.includes(user));
  return { only, callers, isOnly: candidates.length === 1 };
}

describe('the mapping of tokens to people', () => {
  it('makes of nobody a member of an organization whose provider and memberships do not name them', async () => {
    const pairs = await Promise.all(ISSUERS.map(() => generateKeyPair('ES256')));
    const keyOf = (issuer: string) => pairs[ISSUERS.indexOf(issuer)] ?? pairs[0]!;
    const signOn = new SignOn({
      publicUrl: PUBLIC,
      read: async (url) =>
        url.pathname === '/keys'
          ? { keys: [await exportJWK(keyOf(url.origin).publicKey)] }
          : { issuer: url.origin, jwks_uri: `${url.origin}/keys` },
      clock: systemClock,
      log: createLogger({ service: 'gateway', level: 'error' }),
    });
    const property = fc.asyncProperty(worlds, shown, async (world, token) => {
      const organizations = world.map((one, index) =>
        organization(ORGANIZATIONS[index]!, one.issuer, one.members, { isEnabled: one.isEnabled }),
      );
      const teams = world.map(({ ofTeam }, index) =>
        team(`team-of-${ORGANIZATIONS[index]}`, ORGANIZATIONS[index]!, ofTeam),
      );
      const fragments: Fragments = { keys: [], sections: { organizations, teams } };
      const { issuer, signer, sub, email, isVerified, audience, claimed, asked } = token;
      const claims = { organization: claimed, email, email_verified: isVerified };
      const text = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(issuer)
        .setSubject(sub)
        .setAudience(PUBLIC + pathOf(audience))
        .setExpirationTime('5m')
        .sign(keyOf(signer).privateKey);
      const found = await signOn.principalOf(text, {
        runtime: buildRuntime(fragments),
        resource: { organization: asked, paths: [pathOf(asked)] },
        team: undefined,
      });
      const { only, callers, isOnly } = expectedOf(world, token);
      const isWhole = issuer === signer && audience === asked && isOnly;
      if ('status' in found) {
        const isClear = callers.some(({ role: one }) => ['org_admin', 'team_admin'].includes(one));
        expect(isWhole && isClear).toBe(false);
      } else {
        expect([isWhole, callers.length > 0]).toEqual([true, true]);
        expect(found).toMatchObject({ organization: only?.id, user: sub });
        expect([undefined, `team-of-${only?.id}`]).toContain(found.team);
      }
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
