import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { scopeOf, type Permission } from '../../access/permissions.ts';

/**
 * The organization that somebody asks about: all where it is undefined, which is for the platform's administrator. Throws a Problem: 403 for whoever belongs to none,
 * 404 for another one's.
 */
export function organizationReach(
  { role, organizationId }: Principal,
  permission: Permission,
  asked: string | undefined,
): string | undefined {
  if (scopeOf(role, permission) === 'all') return asked;
  if (organizationId === undefined) {
    throw new Problem(403, 'You belong to no organization, and see the spend of your own only.');
  }
  if (asked !== undefined && asked !== organizationId) {
    throw new Problem(404, `There is no organization "${asked}".`);
  }
  return organizationId;
}
