import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { organization } from '@aicp/crds/organization';
import type { UsageFilter } from '@aicp/ledger/query/usage-query';
import { scopeOf, type Permission } from '../../access/permissions.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { organizationReach } from './spend-reach.ts';

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

const QUARTER_MS = 900_000;

/**
 * What of the usage that is asked about somebody may see: the platform's administrator all, others their organization's, a team_admin the teams', a member the own. Throws a
 * Problem: 403 for whoever belongs to no organization and asks for more than the own, 404 for another one's organization or team.
 */
export function usageScopeOf(
  principal: Principal,
  asked: Asked,
  store: Pick<ObjectStore, 'find'>,
): UsageScope {
  const { filter, isOfOrganization } = reachOf(principal, asked, 'usage:read');
  return { filter, sinceMs: isOfOrganization ? madeAt(store, principal) : 0 };
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
  /** Whether it is all of an organization, or of teams of it. */
  readonly isOfOrganization: boolean;
} {
  const scope = scopeOf(principal.role, permission);
  const team = asked.team_id === undefined ? {} : { team: asked.team_id };
  if (scope === 'own') {
    return { filter: { ...ownOf(principal), ...team }, isOfOrganization: false };
  }
  const owner = organizationReach(principal, permission, asked.organization_id);
  const filter = { ...(owner === undefined ? {} : { organization: owner }), ...team };
  const ofTeams = scope === 'teams' ? teamsOf(principal, asked.team_id) : {};
  return { filter: { ...filter, ...ofTeams }, isOfOrganization: scope !== 'all' };
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

/** When the organization was made, to the quarter-hour: usage is added up by these. */
function madeAt(
  store: Pick<ObjectStore, 'find'>,
  { organizationId = '', organizationUid }: Principal,
): number {
  const found = store.find(
    organization,
    organizationId,
    (one) => one.metadata.uid === organizationUid,
  );
  return wholeQuarter(found?.metadata.creationTimestamp);
}

/** The quarter-hour (UTC) that a time of an object lies in. */
export const wholeQuarter = (time: string | undefined): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / QUARTER_MS) * QUARTER_MS;

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
