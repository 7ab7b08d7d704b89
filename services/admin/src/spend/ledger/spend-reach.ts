import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { scopeOf, type Permission } from '../../access/permissions.ts';

/**
 * The organization that somebody asks about: all where it is undefined, which is for the platform's administrator. Throws a Problem: 403 for whoever belongs to none,
 * 404 for another one's.
 */
export function organizationReach(
  principal: Principal,
  permission: Permission,
  asked: string | undefined,
): string | undefined {
  const { role, organizationId } = principal;
  if (scopeOf(role, permission) === 'all') return asked;
  if (organizationId === undefined) {
    throw new Problem(403, 'You belong to no organization, and see the spend of your own only.');
  }
  if (asked !== undefined) requireOwn(principal, asked);
  return organizationId;
}

/** Throws a Problem (404) where what is asked about is not the own organization: whether there is such a one is nobody's business. */
export function requireOwn({ organizationId }: Principal, asked: string): void {
  if (asked !== organizationId) throw new Problem(404, `There is no organization "${asked}".`);
}
