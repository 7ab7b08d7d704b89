import type { ApiObject } from '../../../api/api-object.ts';
import { needsOrganization, roleName } from '../../../resources/roles.ts';

/** What is wrong with a key whose role acts in an organization, and that belongs to none; undefined: nothing is. */
export function reachProblem({ role, organization_id: owner }: ApiObject): string | undefined {
  if (!needsOrganization(role) || (typeof owner === 'string' && owner !== '')) return undefined;
  return `The role ${roleName(role)} acts in an organization, and this key belongs to none: it sees nothing in the console. Edit it, and choose its organization.`;
}
