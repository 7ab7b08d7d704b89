import type { OrganizationFragment } from '@aicp/contracts/snapshot/sections/accounts';
import type { AllowedModelsFragment } from '@aicp/contracts/snapshot/sections/policies';
import type { SectionFragment } from './kind-verdict.ts';
import { sourceOf, type SourceObject } from './source-object.ts';

/** The list of models of an organization or a team, for the gateway; nothing where it allows all. */
export function fragmentOfAllowedModels(
  section: 'organization_models' | 'team_models',
  object: SourceObject,
  allowedModels: readonly string[] = [],
): SectionFragment[] {
  if (allowedModels.length === 0) return [];
  const fragment: AllowedModelsFragment = {
    source: sourceOf(object),
    id: object.name,
    allowedModels: [...allowedModels],
  };
  return [{ section, fragment }];
}

/** Whether a spec that cannot be read may have limited models. */
export const limitsModels = ({ allowedModels }: { readonly allowedModels?: unknown }): boolean =>
  allowedModels !== undefined && !(Array.isArray(allowedModels) && allowedModels.length === 0);

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
