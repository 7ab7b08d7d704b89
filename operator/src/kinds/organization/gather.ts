import type { Referrer } from '@aicp/common/kubernetes/reserved-secret';
import type { OrganizationSpec } from '@aicp/crds/organization';
import { credentialAt, type Credential } from '../references/credential.ts';
import { missingObjects, referencesTo } from '../references/object-references.ts';
import type { World } from '../world.ts';

/** What an Organization refers to: the client secret of its sign-in, and the teams that claims give membership of. */
export interface OrganizationGathered {
  readonly clientSecret: Credential;
  readonly missing: readonly string[];
}

export function gatherOrganization(
  { sso }: OrganizationSpec,
  world: Pick<World, 'secret' | 'referred'>,
  referrer: Referrer,
): OrganizationGathered {
  const teams = sso?.roleMapping?.flatMap(({ teamId }) => teamId ?? []);
  const references = referencesTo('Team', 'sso.roleMapping', [...new Set(teams)]);
  return {
    clientSecret: credentialAt(sso?.clientSecretRef, world, referrer),
    missing: missingObjects(references, undefined, world),
  };
}
