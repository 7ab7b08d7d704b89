import type { Principal } from '@aicp/api-kit/access/principal';
import { scopeOf, type Permission } from '../../access/permissions.ts';
import type { RequestReach } from './request-store.ts';

/** Whose requests a permission reaches. */
export function requestReachOf(principal: Principal, permission: Permission): RequestReach {
  const { role, organizationId, organizationUid, kind, subject, keyName, teamIds } = principal;
  const scope = scopeOf(role, permission);
  if (scope === 'all') return {};
  // The person whom a key names is a claim of whoever made the key: what others of that name asked for is not for its holder to read.
  const self = kind === 'user' || keyName === undefined ? { person: subject } : { key: keyName };
  const own = { ...self, teamIds: scope === 'teams' ? teamIds : [] };
  const house = { organizationId: organizationId ?? null, organizationUid };
  // Two that belong to no organization are not of the same one.
  if (scope === 'organization' && organizationId !== undefined) return house;
  return { ...house, of: own };
}
