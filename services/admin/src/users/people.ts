import type { AccessDirectory } from '../access/directory.ts';
import type { Role } from '../access/principal.ts';
import type { Login } from '../auth/login-store.ts';

/** Somebody who is known from a membership, a key or a login. The same name in two organizations is two people. */
export interface Person {
  readonly userId: string;
  /** Undefined: he belongs to the platform. */
  readonly organizationId: string | undefined;
  readonly email: string | null;
  readonly roles: ReadonlySet<Role>;
  readonly teamIds: ReadonlySet<string>;
  readonly lastLoginAt: Date | undefined;
}

interface Sighting {
  readonly userId: string;
  readonly organizationId: string | undefined;
  readonly role?: Role | undefined;
  readonly team?: string | undefined;
  readonly login?: Login;
}

/** Everybody there is, by organization and name. */
export function peopleOf(
  directory: Pick<AccessDirectory, 'keys' | 'organizations' | 'teams' | 'team'>,
  logins: readonly Login[],
): Person[] {
  const people = new Map<string, Person>();
  for (const sighting of sightings(directory, logins)) {
    const key = personKey(sighting);
    people.set(key, merged(people.get(key), sighting));
  }
  return [...people].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, person]) => person);
}

/** What tells people apart; no name holds NUL. */
export const personKey = (of: Pick<Person, 'userId' | 'organizationId'>): string =>
  `${of.organizationId ?? ''}\0${of.userId}`;

type Known = Parameters<typeof peopleOf>[0];

const sightings = (directory: Known, logins: readonly Login[]): Sighting[] => [
  ...inMemberships(directory),
  ...byKeys(directory),
  ...logins.map((login) => ({ ...login, login })),
];

function* inMemberships(directory: Known): Generator<Sighting> {
  for (const { id: organizationId, members } of directory.organizations()) {
    for (const { user: userId, role } of members) yield { userId, organizationId, role };
  }
  for (const { id: team, organization: organizationId, members } of directory.teams()) {
    for (const { user: userId, role } of members) yield { userId, organizationId, role, team };
  }
}

function* byKeys(directory: Known): Generator<Sighting> {
  for (const key of directory.keys()) {
    const { user: userId, role, team, organization: organizationId, ownerMissing } = key;
    if (userId === undefined || ownerMissing !== undefined) continue;
    yield { userId, organizationId, role, team };
  }
}

const NOTHING: Omit<Person, 'userId' | 'organizationId'> = {
  email: null,
  roles: new Set(),
  teamIds: new Set(),
  lastLoginAt: undefined,
};

function merged(known: Person | undefined, sighting: Sighting): Person {
  const { userId, organizationId, role, team, login } = sighting;
  const { email, roles, teamIds, lastLoginAt } = known ?? NOTHING;
  const ownAddress = userId.includes('@') ? userId : null;
  return {
    userId,
    organizationId,
    email: login?.email ?? email ?? ownAddress,
    roles: withOne(roles, role),
    teamIds: withOne(teamIds, team),
    lastLoginAt: login?.at ?? lastLoginAt,
  };
}

const withOne = <T>(set: ReadonlySet<T>, one: T | undefined): ReadonlySet<T> =>
  one === undefined ? set : set.union(new Set([one]));
