import type { Principal, Role } from '@aicp/api-kit/access/principal';
import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';

/** Who reads budgets and alerts; undefined where no credentials are asked for: whoever reaches the service. */
export type Reader = Principal | undefined;

/** The holder of a key. This service has no permissions beyond those of `sees`. */
export const principalOfKey = (key: KnownKey): Principal => ({
  kind: 'key',
  subject: key.user ?? key.id,
  keyUid: key.uid,
  keyName: key.id,
  role: key.role,
  organizationId: key.organization,
  organizationUid: key.boundTo?.organizationUid,
  teamIds: key.team === undefined ? [] : [key.team],
  permissions: new Set(),
});

/** Whose spend something is about; '' stands for nobody in particular. */
export interface SpendOwner {
  readonly organization: string;
  readonly team: string;
  readonly user: string;
  readonly key: string;
}

/** Roles that read what is spent in their organization. */
export const ORGANIZATIONS: readonly Role[] = ['org_admin', 'finance', 'viewer'];

/** Whether a reader may see what a limit or an alert says: administrators, finance and viewers that of their organization, others that of their team, or their own. */
export function sees(reader: Reader, owner: SpendOwner): boolean {
  if (reader === undefined || reader.role === 'platform_admin') return true;
  const { organizationId, role } = reader;
  if (organizationId === undefined || owner.organization !== organizationId) return false;
  if (ORGANIZATIONS.includes(role)) return true;
  if (role === 'team_admin') return reader.teamIds.includes(owner.team);
  return owner.key === reader.keyName || (owner.user !== '' && owner.user === reader.subject);
}
