import { rateLimitPolicy } from '@aicp/crds/rate-limit-policy';
import type { Principal } from '@aicp/api-kit/access/principal';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

export const rateLimitPolicyCollection = (): Collection =>
  collectionOf(rateLimitPolicy, { isVisible });

/** A limit that the platform set for another organization, or for a team of one, would tell of it: it is not shown. */
function isVisible({ spec }: StoredObject, { role, organizationId, teamIds }: Principal): boolean {
  const { scope, scopeValue } = spec;
  const isPlatforms = spec['organizationId'] === undefined;
  if (role === 'platform_admin' || !isPlatforms || typeof scopeValue !== 'string') return true;
  if (scope === 'organization') return scopeValue === organizationId;
  return scope === 'team' ? teamIds.includes(scopeValue) : scope === 'model';
}
