import type { ApiObject } from '../../../api/api-object.ts';
import { asRole, roleName } from '../../../resources/roles.ts';

/** Roles that act in an organization: without one, there is nothing that they may see. */
const WITHIN_ORGANIZATION: ReadonlySet<string> = new Set([
  ...['org_admin', 'team_admin', 'finance', 'viewer'],
]);

/** Whether a key of this role is of no use at the admin API without an organization. */
export const needsOrganization = (role: unknown): role is string =>
  typeof role === 'string' && WITHIN_ORGANIZATION.has(asRole(role));

/** What is wrong with a key whose role acts in an organization, and that belongs to none; undefined: nothing is. */
export function reachProblem({ role, organization_id: owner }: ApiObject): string | undefined {
  if (!needsOrganization(role) || (typeof owner === 'string' && owner !== '')) return undefined;
  return `The role ${roleName(role)} acts in an organization, and this key belongs to none: it sees nothing in the console. Edit it, and choose its organization.`;
}
