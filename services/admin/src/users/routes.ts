import { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import { z } from 'zod';
import type { AccessDirectory } from '../access/directory.ts';
import { scopeOf } from '../access/permissions.ts';
import type { Principal, Role } from '@aicp/api-kit/access/principal';
import type { Login, LoginStore } from '../auth/login-store.ts';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Route } from '@aicp/api-kit/route/route';
import { defineRoute } from '../access/define-route.ts';

const userSchema = z
  .object({
    user_id: z.string(),
    organization_id: z
      .string()
      .nullable()
      .meta({ description: 'Null: the user belongs to the platform.' }),
    email: z.string().nullable(),
    display_name: z.string().nullable(),
    roles: z.array(z.enum(ROLES)).meta({ description: 'By memberships and keys.' }),
    team_ids: z.array(z.string()),
    last_login_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'User' });

const query = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100).meta({
    description: 'How many at most.',
  }),
  cursor: z.string().max(2000).optional().meta({
    description: 'Where the page begins: from the `Link` header of the page before.',
  }),
  q: z.string().max(200).optional().meta({
    description: 'Only those whose id or address holds this text.',
  }),
  sort: z
    .enum(['user_id', '-user_id', 'email', '-email', 'last_login_at', '-last_login_at'])
    .optional()
    .meta({ description: 'Field to order by; by organization and id without it.' }),
});
type Query = z.output<typeof query>;

/** `GET /api/v1/users`: everybody who is known from a membership, a key or a login. */
export const usersRoute = (options: {
  directory: AccessDirectory;
  logins: Pick<LoginStore, 'list'>;
}): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/users',
    operationId: 'listUsers',
    tag: 'Users',
    summary: 'List people',
    description: 'Everybody who is known from a membership, a key or a login.',
    permission: 'users:read',
    query,
    answers: {
      200: {
        description: 'A page of them, in order.',
        schema: z.array(userSchema),
        headers: {
          Link: 'The next page, as rel="next"; absent on the last.',
          'X-Total-Count': 'How many there are on all pages.',
        },
      },
    },
    handler: async ({ principal, query: wanted }) => {
      const { directory, logins } = options;
      const people = peopleOf(directory, loginsFor(principal, await logins.list())).filter(
        (person) => isVisible(person, principal) && matches(person, wanted.q),
      );
      const { page, next } = pageOf(people, wanted);
      return {
        status: 200,
        body: page.map(toUser),
        headers: { 'X-Total-Count': String(people.length), ...linkTo(next, wanted) },
      };
    },
  });

/** A login to an organization that was deleted is nothing to one that got its name. */
function loginsFor(principal: Principal, logins: readonly Login[]): readonly Login[] {
  if (scopeOf(principal.role, 'users:read') === 'all') return logins;
  const { organizationUid: own } = principal;
  return logins.filter(({ organizationUid: uid }) => uid !== undefined && uid === own);
}

function isVisible(person: Person, principal: Principal): boolean {
  const scope = scopeOf(principal.role, 'users:read');
  if (scope === 'all') return true;
  const isColleague =
    person.organizationId !== undefined && person.organizationId === principal.organizationId;
  if (scope !== 'teams') return isColleague;
  return isColleague && principal.teamIds.some((team) => person.teamIds.has(team));
}

const matches = ({ userId, email }: Person, q = ''): boolean =>
  `${userId}\n${email ?? ''}`.toLowerCase().includes(q.toLowerCase());

const VALUES: Readonly<Record<string, (person: Person) => string>> = {
  user_id: (person) => person.userId,
  email: (person) => person.email ?? '',
  last_login_at: (person) => person.lastLoginAt?.toISOString() ?? '',
};

/** The page that begins behind the person that the cursor names. */
function pageOf(people: readonly Person[], { limit, cursor, sort }: Query) {
  const sorted = sort === undefined ? people : [...people].sort(inOrder(sort));
  const start = cursor === undefined ? 0 : placeAfter(sorted, cursor);
  const page = sorted.slice(start, start + limit);
  const last = start + limit < sorted.length ? page.at(-1) : undefined;
  return { page, next: last && Buffer.from(personKey(last)).toString('base64url') };
}

function inOrder(sort: string): (a: Person, b: Person) => number {
  const value = VALUES[sort.replace('-', '')] ?? personKey;
  const sign = sort.startsWith('-') ? -1 : 1;
  return (a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one !== other) return one < other ? -sign : sign;
    return personKey(a) < personKey(b) ? -1 : 1;
  };
}

function placeAfter(sorted: readonly Person[], cursor: string): number {
  const key = Buffer.from(cursor, 'base64url').toString();
  const place = sorted.findIndex((person) => personKey(person) === key);
  if (place >= 0) return place + 1;
  throw invalid([{ path: 'cursor', message: 'must be the cursor of the page before' }]);
}

function linkTo(next: string | undefined, wanted: Query): Record<string, string> {
  if (next === undefined) return {};
  const { q, sort, limit } = wanted;
  const parameters = new URLSearchParams({
    limit: String(limit),
    cursor: next,
    ...(q === undefined ? {} : { q }),
    ...(sort === undefined ? {} : { sort }),
  });
  return { Link: `</api/v1/users?${parameters.toString()}>; rel="next"` };
}

const toUser = (person: Person): z.output<typeof userSchema> => ({
  user_id: person.userId,
  organization_id: person.organizationId ?? null,
  email: person.email,
  display_name: null,
  roles: ROLES.filter((role) => person.roles.has(role)),
  team_ids: [...person.teamIds].sort(),
  last_login_at: person.lastLoginAt?.toISOString() ?? null,
});

/** Somebody who is known from a membership, a key or a login. The same name in two organizations is two people. */
export interface Person {
  readonly userId: string;
  /** Undefined: the user belongs to the platform. */
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
