import { apiKey } from '@aicp/crds/api-key';
import { team } from '@aicp/crds/team';
import type { Principal } from '../access/principal.ts';
import type { Collection, Spec } from '../resources/collection.ts';
import { recordedOwner } from '../resources/recorded-owner.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { requireKnownPerson } from './require-known-person.ts';
import { requireNoMore } from './require-no-more.ts';

/** API keys. One of a team belongs to the team's organization, where it names none itself. */
export const apiKeys = (store: ObjectStore): Collection => ({
  kind: apiKey,
  path: 'api-keys',
  permission: 'api_keys',
  ...{ tag: 'API keys', noun: 'API key' },
  hidden: ['keyHash', 'previousKeyHash'],
  fixed: ['keyPrefix', 'blocked', 'tokenGeneration', 'previousKeyExpiresAt', 'createdBy'],
  filters: ['user_id', 'role'],
  organizationOf: (object) => organizationOfKey(store, object),
  isOwn: (object, principal) => isOwn(object, principal, keyOf(store, principal)),
  shownTo: (object, principal) => withoutForeignMaker(store, object, principal),
  complete: (spec, principal) => completed(spec, principal, keyOf(store, principal)),
  authorize: (proposal) => {
    requireNoMore(proposal, keyOf(store, proposal.principal));
    requireKnownPerson(store, proposal);
  },
  example: {
    name: 'Research notebooks',
    role: 'member',
    team_id: 'research',
    allowed_models: ['gpt-4o'],
    max_budget: 50,
    budget_duration: 'month',
    expires_at: '2027-06-30T00:00:00Z',
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
  const { createdBy, ...rest } = spec;
  const name = (createdBy as { readonly key?: string } | undefined)?.key ?? '';
  const maker = organizationId === undefined ? undefined : store.find(apiKey, name);
  const isKnown = maker && organizationOfKey(store, maker) === organizationId;
  return organizationId === undefined || isKnown ? spec : rest;
}

/** The key that he signed in with; undefined for a person who signed in otherwise. */
export const keyOf = (store: ObjectStore, { keyName }: Principal): StoredObject | undefined =>
  keyName === undefined ? undefined : store.find(apiKey, keyName);

/**
 * Keys that a principal may treat as its own. A person who signed in at the organization's provider has all keys that name that person. The
 * person that a key names is a claim of whoever made it: it reaches no further than the key's own team.
 */
function isOwn(
  { metadata, spec }: StoredObject,
  { kind, subject, keyName }: Principal,
  own: StoredObject | undefined,
): boolean {
  if (metadata.name === keyName) return true;
  if (subject === keyName || spec['userId'] !== subject) return false;
  return kind === 'user' || (own !== undefined && own.spec['teamId'] === spec['teamId']);
}

/** Whoever makes a key for himself makes one like the one that he has: his team, his attributes. */
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
