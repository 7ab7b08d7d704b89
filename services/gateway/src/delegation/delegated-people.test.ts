import { makeAssertion, type Delegator } from '@aicp/contracts/delegation/assertion';
import { factOf } from '@aicp/contracts/people/fact';
import { describe, expect, it } from 'vitest';
import { organization, team } from '../sign-on/testing/people.ts';
import { buildRuntime } from '../testing/request-facts.ts';
import { SignedDelegations } from './delegations.ts';

const secret = 'the secret of the gateway and of the workflow engine';
const ISSUER = 'https://idp.example.com';
const NOW = Date.parse('2026-01-01T00:00:00Z');
const ada = { user: 'ada', role: 'member' } as const;

type Person = Extract<Delegator, { type: 'person' }>;

const person: Person = {
  ...{ type: 'person', organization: 'acme', user: 'ada', team: 'ml' },
  signOn: { issuer: ISSUER, client: 'aicp', organizationUid: 'Organization-acme', facts: [] },
};

/** What a step for a person comes to, where organizations are so now. */
function sent(
  of: Person,
  { organizations = [organization('acme', ISSUER)], teams = [team('ml', 'acme', [ada])] } = {},
) {
  const delegations = new SignedDelegations({ secret, isOfExecutions: true });
  const execution = { id: 'e-1', step: 'search', use: 'tool' } as const;
  const credential = makeAssertion(of, { secret, nowMs: NOW, execution });
  const runtime = buildRuntime({ keys: [], sections: { organizations, teams } });
  const found = delegations.principalOf(credential, { runtime, nowMs: NOW, use: 'tool' });
  return 'status' in found ? found.status : found.key;
}

describe('a step that is sent for a person', () => {
  it('is served while they are a member of the team, by subject or by an address that is vouched for', () => {
    expect(sent(person)).toBe('person:ada');
    const teams = [team('ml', 'acme', [{ user: 'ada@example.com', role: 'member' }])];
    expect(sent(person, { teams })).toBe(403);
    const signOn = { ...person.signOn, email: 'ada@example.com' };
    expect(sent({ ...person, signOn }, { teams })).toBe('person:ada');
  });

  it('is served by what the role mapping gives for what they signed in with', () => {
    const roleMapping = [{ claim: 'groups', value: 'ai', role: 'member' as const, team: 'ml' }];
    const organizations = [organization('acme', ISSUER, [], { roleMapping })];
    const teams = [team('ml', 'acme')];
    expect(sent(person, { organizations, teams })).toBe(403);
    const signOn = { ...person.signOn, facts: [factOf('groups', 'ai')] };
    expect(sent({ ...person, signOn }, { organizations, teams })).toBe('person:ada');
  });

  it.each([
    ['is no member any more', { teams: [team('ml', 'acme')] }],
    ['may only look by now', { teams: [team('ml', 'acme', [{ ...ada, role: 'viewer' }])] }],
    [
      'has left that team',
      { organizations: [organization('acme', ISSUER, [ada])], teams: [team('ml', 'acme')] },
    ],
    ['has lost the organization', { organizations: [] }],
    [
      'signed in by what is off now',
      { organizations: [organization('acme', ISSUER, [], { isEnabled: false })] },
    ],
    [
      'signed in at another provider',
      { organizations: [organization('acme', 'https://new.example.com')] },
    ],
    [
      'signed in to another client',
      { organizations: [organization('acme', ISSUER, [], { clientId: 'new' })] },
    ],
  ])('is refused where the person %s', (_what, now) => {
    expect(sent(person, now)).toBe(403);
  });

  it('is refused for an organization of the same name that was made anew', () => {
    const signOn = { ...person.signOn, organizationUid: 'Organization-before' };
    expect(sent({ ...person, signOn })).toBe(403);
  });
});
