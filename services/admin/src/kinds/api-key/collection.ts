import { apiKey } from '@aicp/crds/api-key';
import { team } from '@aicp/crds/team';
import type { Principal, Role } from '@aicp/api-kit/access/principal';
import {
  collectionOf,
  type Collection,
  type Spec,
  type Proposal,
} from '../../resources/collection.ts';
import { recordedOwner } from '../../resources/owners.ts';
import { requireUnkeptName } from '../../resources/require-unkept-name.ts';
import { textOf } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { asStored, type StoredObject } from '../../resources/stored-object.ts';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@aicp/common/errors/problem';
import { wireName } from '@aicp/crds/kit/wire-name';
import { isWithin } from '@aicp/contracts/people/roles';
import { requireLimits } from './key-limits.ts';
import { type HeldKey, isOwnKey } from './own-key.ts';

/** API keys. One of a team belongs to the team's organization, where it names none itself. */
export const apiKeyCollection = (store: ObjectStore): Collection =>
  collectionOf(apiKey, {
    hidden: ['keyHash', 'previousKeyHash'],
    fixed: [
      ...['keyPrefix', 'blocked', 'tokenGeneration', 'previousKeyExpiresAt'],
      ...['createdBy', 'givenTo'],
    ],
    organizationOf: (object) => organizationOfKey(store, object),
    isOwn: (object, principal) => {
      const signedInWith = keyOf(store, principal);
      return isOwnKey(heldKey(object), principal, signedInWith && heldKey(signedInWith));
    },
    shownTo: {
      fields: ['createdBy', 'givenTo'],
      of: (object, reader) => withoutForeignMaker(store, object, reader),
    },
    complete: (spec, principal) => completed(spec, principal, keyOf(store, principal)),
    authorize: (proposal) => {
      requireNoMore(proposal, keyOf(store, proposal.principal));
      requireKnownPerson(store, proposal);
      const { name, spec } = proposal;
      const organization = organizationOfKey(store, asStored(apiKey, { metadata: { name }, spec }));
      requireUnkeptName(store, 'APIKey', { ...proposal, organization });
    },
    without: ['create'],
  });

/** What it names itself; else what the operator bound it to, since another organization may have a team of that name by now; else its team's. */
function organizationOfKey(store: ObjectStore, object: StoredObject): string | undefined {
  const { organizationId, teamId } = object.spec;
  const recorded = recordedOwner(object);
  if (organizationId === undefined && recorded) return recorded.organization;
  const owning = typeof teamId === 'string' ? store.find(team, teamId) : undefined;
  const owner = organizationId ?? owning?.spec['organizationId'];
  return typeof owner === 'string' ? owner : undefined;
}

/** The platform's keys are not the tenants' to know of, and a tenant's key may have been made by one. */
function withoutForeignMaker(
  store: ObjectStore,
  { spec }: StoredObject,
  { organizationId }: Principal,
): Spec {
  if (organizationId === undefined) return spec;
  const isForeign = (by: unknown): boolean => {
    const { key, role } = (by ?? {}) as { readonly key?: string; readonly role?: string };
    if (key === undefined) return role === 'platform_admin';
    const maker = store.find(apiKey, key);
    return !maker || organizationOfKey(store, maker) !== organizationId;
  };
  const shown = Object.entries(spec).filter(
    ([name, value]) => !(name === 'createdBy' || name === 'givenTo') || !isForeign(value),
  );
  return Object.fromEntries(shown);
}

/** The key that a principal signed in with; undefined for a person who signed in otherwise. */
export const keyOf = (store: ObjectStore, { keyName }: Principal): StoredObject | undefined =>
  keyName === undefined ? undefined : store.find(apiKey, keyName);

const heldKey = ({ metadata, spec }: StoredObject): HeldKey => ({
  id: metadata.name,
  user: textOf(spec['userId']),
  team: textOf(spec['teamId']),
});

/** Members make keys like the ones that they have: of the same team, with the same attributes. */
function completed(spec: Spec, principal: Principal, own: StoredObject | undefined): Spec {
  const { role, subject, teamIds } = principal;
  if (role === 'team_admin' && teamIds.length === 1) return { teamId: teamIds[0], ...spec };
  if (role !== 'member') return spec;
  const { metadata, businessUnitId } = own?.spec ?? {};
  const inherited = {
    userId: subject,
    ...(teamIds.length === 1 ? { teamId: teamIds[0] } : {}),
    ...(metadata === undefined ? {} : { metadata }),
    ...(businessUnitId === undefined ? {} : { businessUnitId }),
  };
  return { ...inherited, ...spec };
}

/** What members can't choose for their own keys: it decides who pays, and which policies match. */
const GIVEN = ['teamId', 'businessUnitId', 'userId', 'metadata'] as const;

/**
 * Throws a Problem (403) where a key would be able to do more than its writer: a higher role, models or limits beyond those of the key
 * that the principal has (`own`), another team. Fields that stay as they are were given by somebody else, and are left alone.
 */
export function requireNoMore(proposal: Proposal, own: StoredObject | undefined): void {
  const { principal, scope, before, spec } = proposal;
  for (const one of [before?.spec, spec]) {
    if (one && !isWithin(roleOf(one), principal.role)) {
      throw new Problem(403, `You may not write a key with the role ${roleOf(one)}.`);
    }
  }
  if (scope === 'all') return;
  requireLimits(proposal, own);
  if (scope === 'teams') requireTeam(proposal);
  if (scope === 'own') requireGiven(proposal, own);
}

const roleOf = ({ role = 'member' }: Spec): Role => (role === 'admin' ? 'org_admin' : role) as Role;

function requireTeam({ principal, spec }: Proposal): void {
  const { teamId } = spec;
  if (typeof teamId === 'string' && principal.teamIds.includes(teamId)) return;
  throw new Problem(403, 'You may write keys of your own teams only: see team_id.');
}

function requireGiven({ principal, before, spec }: Proposal, own: StoredObject | undefined): void {
  const given: Spec = before?.spec ?? {
    teamId: principal.teamIds[0],
    businessUnitId: own?.spec['businessUnitId'],
    userId: principal.subject,
    metadata: own?.spec['metadata'],
  };
  const changed = GIVEN.find((field) => !isDeepStrictEqual(spec[field], given[field]));
  if (changed === undefined) return;
  throw new Problem(403, `You may not choose ${wireName(apiKey, changed)} of your own keys.`);
}

/**
 * Throws a Problem (403) where an administrator of teams writes a person onto a key who is neither the administrator nor a member of the
 * key's team: the person would seem to have done what others do with the key.
 */
export function requireKnownPerson(store: ObjectStore, proposal: Proposal): void {
  const { principal, scope, before, spec } = proposal;
  const { userId, teamId } = spec;
  if (scope !== 'teams' || typeof userId !== 'string' || userId === principal.subject) return;
  const isAsItWas = before?.spec['userId'] === userId && before.spec['teamId'] === teamId;
  if (isAsItWas || isMember(store, userId, { teamId, organizationId: principal.organizationId })) {
    return;
  }
  throw new Problem(
    403,
    'user_id of a key is your own, or that of a member of its team: add the person to the team first.',
  );
}

function isMember(
  store: ObjectStore,
  userId: string,
  of: { teamId: unknown; organizationId: string | undefined },
): boolean {
  const { teamId, organizationId } = of;
  const found = typeof teamId === 'string' ? store.find(team, teamId) : undefined;
  if (!found || found.spec['organizationId'] !== organizationId) return false;
  const members = (found.spec['members'] ?? []) as readonly { readonly userId?: unknown }[];
  return members.some((member) => member.userId === userId);
}
