import type { Identity } from '@aicp/api-kit/access/credential';
import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import type { Delegator } from '@aicp/contracts/delegation/assertion';
import type { AccessDirectory } from '../access/directory.ts';

type SignOn = Extract<Delegator, { type: 'person' }>['signOn'];
type Known = Pick<AccessDirectory, 'keyOfUid' | 'team'>;

/**
 * Whom a gateway, or the workflow engine, is to take somebody for: the key that opened the session, or the person in the organization. Throws a Problem: 403 for a person of no organization, 404 for a team that is
 * none of theirs, 422 where a key is asked for another team than its own.
 */
export function delegatorOf(
  principal: Principal,
  teamId: string | undefined,
  directory: Known,
): Delegator {
  const { kind, keyUid } = principal;
  if (kind === 'key' && keyUid !== undefined) return keyOf(keyUid, teamId, directory);
  const { organizationId: organization, subject: user, teamIds, identity } = principal;
  if (organization === undefined || !identity) {
    throw new Problem(403, 'You belong to no organization: sign in with an API key for this.');
  }
  const team = teamId ?? teamIds.toSorted()[0];
  const person = { type: 'person', organization, user, signOn: signOnOf(identity) } as const;
  if (team === undefined) return person;
  if (!teamIds.includes(team)) throw notYours(team);
  const businessUnit = directory.team(team)?.businessUnit;
  return {
    ...{ ...person, team },
    ...(businessUnit === undefined ? {} : { businessUnit }),
  };
}

/** What whoever takes the credential looks them up by, then. */
function signOnOf({ issuer, client, organizationUid, facts, ...identity }: Identity): SignOn {
  const { email, isEmailVerified } = identity;
  return {
    ...{ issuer, client, organizationUid, facts },
    ...(isEmailVerified && email !== undefined ? { email } : {}),
  };
}

function keyOf(uid: string, teamId: string | undefined, directory: Known): Delegator {
  const key = directory.keyOfUid(uid);
  if (teamId !== undefined && key?.team !== teamId) throw notYours(teamId);
  return { type: 'key', uid, generation: key?.tokenGeneration ?? 0 };
}

const notYours = (team: string): Problem =>
  new Problem(404, `There is no team "${team}" among yours.`);
