import { toAllowedModels } from '@aicp/contracts/routing/catalog/entitlement';
import type { Principal } from '@aicp/contracts/routing/request/principal';

/** Counted by itself, as a key would be: no key has a name with a colon. What its organization and its team allow is all that limits its models. */
export const principalOfPerson = ({
  organization,
  organizationUid,
  businessUnit,
  team,
  teamUid,
  user,
}: Pick<Principal, 'businessUnit' | 'team' | 'teamUid'> & {
  readonly organization: string;
  readonly organizationUid: string;
  readonly user: string;
}): Principal => ({
  key: `person:${user}`,
  organization,
  organizationUid,
  businessUnit,
  team,
  teamUid,
  user,
  allowed: toAllowedModels([]),
  blocked: false,
  ownerMissing: undefined,
  metadata: {},
});
