import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { apiKey } from '@aicp/crds/api-key';
import { organization } from '@aicp/crds/organization';
import type { UsageFilter } from '@aicp/ledger/query/usage-query';
import { scopeOf, type Permission } from '../../access/permissions.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { organizationReach, requireOwn } from './spend-reach.ts';

/** Which usage somebody is told of. */
export interface UsageScope {
  readonly filter: UsageFilter;
  /** What is older is another organization's, which had the same name; milliseconds since 1970. */
  readonly sinceMs: number;
}

/** What somebody asks about, where not about everything. */
export interface Asked {
  readonly organization_id?: string | undefined;
  readonly team_id?: string | undefined;
}

/**
 * What of the usage that is asked about somebody may see: the platform's administrator all, others their organization's, a team_admin the teams', a member the own. Throws a
 * Problem: 403 for whoever belongs to no organization and asks for more than the own, 404 for another one's organization or team.
 */
export function usageScopeOf(
  principal: Principal,
  asked: Asked,
  store: Pick<ObjectStore, 'find'>,
): UsageScope {
  const { filter } = reachOf(principal, asked, 'usage:read');
  if (scopeOf(principal.role, 'usage:read') === 'all') return { filter, sinceMs: 0 };
  const ofKey = filter.key === undefined ? 0 : keySince(store, principal);
  return { filter, sinceMs: Math.max(organizationSince(store, principal), ofKey) };
}

/**
 * Whose requests somebody may know of by a permission, of those asked about. Throws as `usageScopeOf` does.
 */
export function reachOf(
  principal: Principal,
  asked: Asked,
  permission: Permission,
): {
  readonly filter: Pick<UsageFilter, 'organization' | 'team' | 'user' | 'user_from' | 'key'>;
} {
  const scope = scopeOf(principal.role, permission);
  const team = asked.team_id === undefined ? {} : { team: asked.team_id };
  if (scope === 'own') {
    if (asked.organization_id !== undefined) requireOwn(principal, asked.organization_id);
    return { filter: { ...ownOf(principal), ...team } };
  }
  const owner = organizationReach(principal, permission, asked.organization_id);
  const filter = { ...(owner === undefined ? {} : { organization: owner }), ...team };
  const ofTeams = scope === 'teams' ? teamsOf(principal, asked.team_id) : {};
  return { filter: { ...filter, ...ofTeams } };
}

/**
 * The person whom a key names is a claim of whoever made the key: by a key, its own requests are the own. A person's are those of the person's keys: whom a request names itself is for
 * anybody to say.
 */
function ownOf({ kind, keyName, subject, organizationId = '' }: Principal): UsageFilter {
  const isPerson = kind === 'user' || keyName === undefined;
  const own = isPerson ? { user: subject, user_from: '' } : { key: keyName };
  return { organization: organizationId, ...own };
}

function teamsOf({ teamIds }: Principal, asked: string | undefined): UsageFilter {
  if (asked === undefined) return { team: teamIds };
  if (teamIds.includes(asked)) return { team: asked };
  throw new Problem(404, `There is no team "${asked}" among yours.`);
}

/** Kubernetes notes the second of a creation: what happened within it may be of an organization of before. */
const PRECISION_MS = 1_000;

/** From when on what an organization did is its own, by when it was created. What was never created is nobody's. */
export const organizationFrom = (created: string | undefined): number =>
  keyFrom(created) + PRECISION_MS;

/** The same of a key. One is made, and used at once. */
export const keyFrom = (created: string | undefined): number =>
  created === undefined ? Infinity : Date.parse(created);

/** Of the principal's organization: Infinity where that is gone. A principal of the platform has none. */
export function organizationSince(
  store: Pick<ObjectStore, 'find'>,
  { organizationId, organizationUid: uid }: Pick<Principal, 'organizationId' | 'organizationUid'>,
): number {
  if (organizationId === undefined) return 0;
  const found = store.find(organization, organizationId, ({ metadata }) => metadata.uid === uid);
  return organizationFrom(found?.metadata.creationTimestamp);
}

/** Of the principal's key: Infinity where that is gone. */
export function keySince(
  store: Pick<ObjectStore, 'find'>,
  { keyName = '', keyUid: uid }: Pick<Principal, 'keyName' | 'keyUid'>,
): number {
  const found = store.find(apiKey, keyName, ({ metadata }) => metadata.uid === uid);
  return keyFrom(found?.metadata.creationTimestamp);
}

/** Only what of it is of these values: what somebody may not see is not seen by asking for it. */
export function narrowedTo({ filter, sinceMs }: UsageScope, asked: UsageFilter): UsageScope {
  const both = Object.entries(asked).map(([name, wanted]) => {
    const allowed = filter[name as keyof UsageFilter];
    if (allowed === undefined) return [name, wanted] as const;
    const values = new Set([allowed].flat());
    return [name, [wanted].flat().filter((value) => values.has(value))] as const;
  });
  return { filter: { ...filter, ...(Object.fromEntries(both) as UsageFilter) }, sinceMs };
}
