import type { Principal } from '@aicp/api-kit/access/principal';
import { Problem } from '@aicp/common/errors/problem';
import { slaDefinition } from '@aicp/crds/sla-definition';
import { permissionTo, scopeOf, type Permission } from '../../access/permissions.ts';

const PERMISSION = { permission: slaDefinition.api?.permission ?? '' };

/** Who may read how SLAs stand may read the definitions, and who acknowledges may write them. */
export const READ: Permission = permissionTo('read', PERMISSION);
export const WRITE: Permission = permissionTo('write', PERMISSION);

/** Whose SLAs somebody is told of; undefined: everybody's. */
export interface SlaReach {
  readonly organization: string;
  /** metadata.uid of the Organization; '' is that of none. */
  readonly organizationUid: string;
}

/** Throws a Problem (403) for whoever is below the platform, and belongs to no organization. */
export function slaReachOf(principal: Principal, permission: Permission): SlaReach | undefined {
  if (scopeOf(principal.role, permission) === 'all') return undefined;
  const { organizationId: organization, organizationUid = '' } = principal;
  if (organization !== undefined) return { organization, organizationUid };
  throw new Problem(403, 'You belong to no organization, and see the SLAs of your own only.');
}
