import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import type { Limit } from '@aicp/contracts/limits/limit';
import { claimedName, type Limited } from '@aicp/contracts/limits/rate-limits';
import type { RoutingModel } from '@aicp/contracts/routing/catalog/resolution';
import type { TeamFragment } from '@aicp/contracts/snapshot/sections/accounts';
import type { KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { LimitScope } from '@aicp/contracts/snapshot/sections/rate-limits';
import type { AccessDirectory } from '../../access/directory.ts';
import { reaches } from '../../access/reaches.ts';
import { scopeOf } from '../../access/permissions.ts';
import { isOwnKey } from '../api-key/own-key.ts';
import type { RoutingSnapshot } from '../routing-policy/routing-snapshot.ts';

/** What limits are looked up in. */
export interface Known {
  readonly routing: RoutingSnapshot;
  readonly directory: Pick<
    AccessDirectory,
    'keys' | 'keyOfUid' | 'team' | 'teams' | 'organization' | 'organizations'
  >;
}

interface Asked {
  readonly scope: LimitScope;
  readonly scope_value?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * The limits that apply to requests of what is asked about, as far as the caller may know of it: whoever is confined to an organization asks about that one.
 * Throws a Problem: 404 for what is not there, or not the caller's to see; 403 for what its role may not ask.
 */
export function checkedLimits(known: Known, caller: Principal, asked: Asked): readonly Limit[] {
  const { tables, rateLimits } = known.routing.current;
  const limited = limitedBy(known, caller, asked);
  const claimed =
    asked.scope === 'user' && limited.user === undefined ? asked.scope_value : undefined;
  const { scope, scope_value: value = '' } = asked;
  const { organization } = limited;
  const named = asked.model ?? (scope === 'model' ? value : undefined);
  const model = named === undefined ? undefined : modelNamed(tables.catalog, named, organization);
  return [
    ...rateLimits.of(limited),
    ...(model ? rateLimits.ofModel(model, organization) : []),
    ...(claimed === undefined
      ? []
      : rateLimits.ofClaimedUser(claimed, claimedName(claimed), organization)),
  ];
}

function limitedBy({ directory }: Known, caller: Principal, asked: Asked): Limited {
  const { scope, scope_value: value = '' } = asked;
  const { organizationId } = caller;
  requireOwn(caller, asked);
  const nobody = { key: '', organization: organizationId, team: undefined, user: undefined };
  switch (scope) {
    case 'organization':
      return { ...nobody, organization: organizationNamed(directory, caller, value) };
    case 'team': {
      const { id, organization } = teamNamed(directory, caller, value);
      return { ...nobody, organization, team: id };
    }
    case 'key':
      return keyOf(directory, caller, value);
    case 'user':
      return ofUser(directory, caller, value);
    default:
      return nobody;
  }
}

/** Throws a Problem (403) where the role asks about its own alone, and this is more than that. */
function requireOwn({ role, subject, keyName }: Principal, { scope, scope_value }: Asked): void {
  if (scopeOf(role, 'limits:read') !== 'own' || scope === 'key') return;
  if (scope === 'user' && scope_value === subject && subject !== keyName) return;
  throw new Problem(
    403,
    'Your role may ask about your own keys (scope "key"), and about yourself (scope "user").',
  );
}

/** Whether an organization is one that the caller may ask about. */
const isTheirs = ({ role, organizationId }: Principal, organization: string | undefined): boolean =>
  role === 'platform_admin' || organization === organizationId;

/** By its id or its slug. */
function organizationNamed(directory: Known['directory'], caller: Principal, name: string): string {
  const named = [directory.organization(name), ...directory.organizations()];
  const found = named.find((one) => one && isCalled(one, name) && isTheirs(caller, one.id));
  if (!found) throw unknown('organization', name);
  return found.id;
}

/** By its id or its slug, which teams of other organizations may have too. */
function teamNamed(directory: Known['directory'], caller: Principal, name: string): TeamFragment {
  const named = [directory.team(name), ...directory.teams()];
  const found = named.find(
    (one) => one && isCalled(one, name) && isTheirs(caller, one.organization),
  );
  if (!found || !isOfCaller(caller, found.id)) throw unknown('team', name);
  return found;
}

const isCalled = (
  { id, slug }: { readonly id: string; readonly slug?: string | undefined },
  name: string,
): boolean => id === name || slug === name;

/** Below the organization's administrators, teams are known to those who are in them. */
const isOfCaller = ({ role, teamIds }: Principal, team: string): boolean =>
  role !== 'team_admin' || teamIds.includes(team);

/** A user who has a key counts as its user; one who has none is whom requests claim. */
function ofUser(directory: Known['directory'], caller: Principal, user: string): Limited {
  const isKnown = keysKnownTo(caller, directory);
  const key = [...directory.keys()].find((one) => one.user === user && isKnown(one));
  const { organization = caller.organizationId } = key ?? {};
  return { key: '', organization, team: undefined, user: key?.user };
}

function keyOf(directory: Known['directory'], caller: Principal, id: string): Limited {
  const key = [...directory.keys()].find((one) => one.id === id);
  if (!key || !keysKnownTo(caller, directory)(key)) throw unknown('API key', id);
  const { organization, team, user, rpmLimit, tpmLimit } = key;
  return { key: id, organization, team, user, rpmLimit, tpmLimit };
}

/** Whether the caller may ask about a key: about those that it may read. */
function keysKnownTo(
  caller: Principal,
  directory: Known['directory'],
): (key: KeyFragment) => boolean {
  const { role, keyUid = '' } = caller;
  const scope = scopeOf(role, 'limits:read');
  if (scope === undefined) return () => false;
  if (scope === 'all') return () => true;
  const signedInWith = directory.keyOfUid(keyUid);
  return (key) =>
    reaches(scope, caller, {
      organization: key.organization,
      organizationUid: key.boundTo?.organizationUid,
      team: key.team,
      isOwn: () => isOwnKey(key, caller, signedInWith),
    });
}

/** Of a group, the first member. */
function modelNamed(
  catalog: RoutingSnapshot['current']['tables']['catalog'],
  name: string,
  organization: string | undefined,
): RoutingModel {
  const found = catalog.named(name, { organization });
  const model = found?.kind === 'group' ? found.members[0]?.model : found;
  if (!model) throw unknown('model', name);
  return model;
}

const unknown = (what: string, id: string): Problem =>
  new Problem(404, `There is no ${what} "${id}".`);
