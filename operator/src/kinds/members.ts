import type { OrganizationFragment } from '@aicp/contracts/snapshot/admin-fragments';

type Members = OrganizationFragment['members'];
type Role = Members[number]['role'];

/** Members as services know them; `admin` is another word for org_admin. */
export const toMembers = (
  members: readonly { readonly userId: string; readonly role: Role | 'admin' }[] | undefined,
): Members =>
  (members ?? []).map(({ userId, role }) => ({
    user: userId,
    role: role === 'admin' ? 'org_admin' : role,
  }));
