import { Problem } from '@aicp/common/errors/problem';
import { apiKey } from '@aicp/crds/api-key';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import { ONE_LINE_ID } from '@aicp/crds/kit/fields';
import { z } from 'zod';
import { scopeOf } from '../../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Collection } from '../../resources/collection.ts';
import { organizationOf, readableBy } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

const name = z.string().min(1).max(253).regex(ONE_LINE_ID.matches, { error: ONE_LINE_ID.says });

/** Body of a request for access. */
export const requestBody = z.strictObject({
  tier_id: name.meta({ description: 'The access tier.', examples: ['premium'] }),
  justification: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .regex(/^[^\0]*$/, { error: 'must not contain NUL' })
    .nullish()
    .meta({ description: 'Why; some tiers ask for it.' }),
  team_id: name.nullish().meta({ description: 'The team that is to have it.' }),
  user_id: name.nullish().meta({ description: 'The person who is to have it.' }),
  key_id: name.nullish().meta({
    description: 'The key that is to have it; without a team, a person and a key, it is you.',
  }),
  organization_id: name
    .nullish()
    .meta({ description: 'Of the person, where you belong to the platform.' }),
  duration_days: z.int().min(1).max(3650).nullish().meta({
    description: 'For how long, from the approval on; without it, as long as the tier allows.',
  }),
});
export type RequestBody = z.output<typeof requestBody>;

/** Who is to have the access: a team, a person or a key, of an organization or (null) of the platform. */
export interface Target {
  readonly organization_id: string | null;
  /** metadata.uid of that organization. */
  readonly organization_uid: string | null;
  readonly team_id: string | null;
  readonly user_id: string | null;
  readonly key_id: string | null;
}

/** What says whom somebody may ask for. */
export interface TargetSource {
  readonly store: ObjectStore;
  /** API keys, as far as somebody may read them. */
  readonly keys: Collection;
}

/** Whom a request is for. Throws a Problem: 422 for what does not exist, 403 for whom the caller may not ask for. */
export function targetOf(
  { store, keys }: TargetSource,
  principal: Principal,
  body: RequestBody,
): Target {
  const given = (['team_id', 'user_id', 'key_id'] as const).filter((field) => isGiven(body[field]));
  const [first, second] = given;
  if (second !== undefined) {
    const says = 'ask for a team, a user or a key, and not for two of them';
    throw invalid([{ path: first ?? second, message: says }]);
  }
  const target = named({ store, keys }, principal, body);
  return { ...target, organization_uid: uidOf(store, principal, target.organization_id) };
}

function named(source: TargetSource, principal: Principal, body: RequestBody): Named {
  const { team_id: teamId, key_id: keyId, user_id: userId } = body;
  const { subject, keyName } = principal;
  if (isGiven(teamId)) return ofTeam(teamNamed(source.store, principal, teamId), principal);
  if (isGiven(keyId)) return ofKey(source, principal, keyId);
  const isNobody = keyName !== undefined && subject === keyName;
  if (!isGiven(userId) && isNobody) return ofKey(source, principal, keyName);
  const organization = organizationIn(source.store, principal, body);
  return ofUser(userId ?? subject, organization, principal);
}

/** A key that the caller may read: its own, those of its teams, or all of its organization. */
function ofKey({ store, keys }: TargetSource, principal: Principal, id: string): Named {
  const found = store.find(apiKey, id, readableBy(keys, principal));
  if (!found) throw invalid([{ path: 'key_id', message: `there is no key "${id}"` }]);
  const organizationId = organizationOf(keys, found) ?? null;
  return {
    organization_id: organizationId,
    team_id: null,
    user_id: null,
    key_id: found.metadata.name,
  };
}

/** Of the caller's own organization it is the one that the caller is bound to, whichever has its name by now. */
function uidOf(store: ObjectStore, principal: Principal, id: string | null): string | null {
  if (id === null) return null;
  if (id === principal.organizationId) return principal.organizationUid ?? null;
  return store.find(organization, id)?.metadata.uid ?? null;
}

type Named = Omit<Target, 'organization_uid'>;

const isGiven = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined;

const reach = ({ role }: Principal) => scopeOf(role, 'access_requests:write');

function ofTeam({ metadata, spec }: StoredObject, principal: Principal): Named {
  const { name: id } = metadata;
  const isNarrow = reach(principal) === 'teams' || reach(principal) === 'own';
  if (isNarrow && !principal.teamIds.includes(id)) {
    throw new Problem(403, 'Your role may ask for yourself and for your own teams only.');
  }
  const owner = spec['organizationId'];
  const organizationId = typeof owner === 'string' ? owner : null;
  return { organization_id: organizationId, team_id: id, user_id: null, key_id: null };
}

function teamNamed(store: ObjectStore, principal: Principal, id: string): StoredObject {
  const isAnywhere = reach(principal) === 'all';
  const found = store.find(
    team,
    id,
    ({ spec }) => isAnywhere || spec['organizationId'] === principal.organizationId,
  );
  if (found) return found;
  throw invalid([{ path: 'team_id', message: `there is no team "${id}"` }]);
}

function ofUser(userId: string, organizationId: string | null, principal: Principal): Named {
  const isNarrow = reach(principal) === 'teams' || reach(principal) === 'own';
  if (isNarrow && userId !== principal.subject) {
    throw new Problem(403, 'Your role may ask for yourself and for your own teams only.');
  }
  return { organization_id: organizationId, team_id: null, user_id: userId, key_id: null };
}

function organizationIn(
  store: ObjectStore,
  { organizationId: own }: Principal,
  { organization_id: id }: RequestBody,
): string | null {
  if (!isGiven(id)) return own ?? null;
  const found = store.find(organization, id);
  if (!found) {
    throw invalid([{ path: 'organization_id', message: `there is no organization "${id}"` }]);
  }
  if (own !== undefined && found.metadata.name !== own) {
    throw new Problem(403, 'You may ask within your own organization only.');
  }
  return found.metadata.name;
}
