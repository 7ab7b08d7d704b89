import type {
  AdminCredentialFragment,
  OrganizationFragment,
  SingleSignOn,
} from '@aicp/contracts/snapshot/admin-fragments';
import type { OrganizationSpec } from '@aicp/crds/organization';
import { placeAllowedModels } from '../allowed-models.ts';
import type { Credential } from '../references/credential.ts';
import { accepted, refused, type Decision, type Placed } from '../decision.ts';
import { toMembers } from '../members.ts';
import { sourceOf, type SourceObject } from '../source-object.ts';
import type { OrganizationGathered } from './gather.ts';

/** An Organization's list of models for the gateway, and its members and sign-in for the admin service. */
export function decideOrganization(
  object: SourceObject,
  spec: OrganizationSpec,
  { clientSecret, missing }: OrganizationGathered,
): Decision {
  const opens = (spec.allowedModels ?? []).length > 0;
  const isIssuerWrong = spec.sso !== undefined && !URL.canParse(spec.sso.issuer);
  const sso = isIssuerWrong ? undefined : ssoOf(spec.sso, clientSecret);
  const fragment: OrganizationFragment = {
    source: sourceOf(object),
    id: object.name,
    displayName: spec.displayName,
    slug: spec.slug,
    members: toMembers(spec.members),
    sso,
  };
  const placed: Placed[] = [
    ...placeAllowedModels('organization_models', object, spec.allowedModels),
    { section: 'organizations', fragment },
    ...(sso ? placeSecret(object, clientSecret) : []),
  ];
  return { ...decisionOn(spec, { clientSecret, missing, isIssuerWrong, placed }), opens };
}

function decisionOn(
  spec: OrganizationSpec,
  found: OrganizationGathered & {
    readonly isIssuerWrong: boolean;
    readonly placed: readonly Placed[];
  },
): Decision {
  const { clientSecret, missing, isIssuerWrong, placed } = found;
  if (isIssuerWrong) {
    const message = `spec.sso.issuer: "${spec.sso?.issuer ?? ''}" is no address: write https://host/path; nobody can sign in by it until then`;
    return refused('Invalid', message, placed);
  }
  if (clientSecret.state === 'missing') {
    return refused('SecretNotFound', `sso.clientSecretRef: ${clientSecret.why}`, placed);
  }
  if (missing.length > 0) return refused('ReferenceNotFound', missing.join('; '), placed);
  return accepted(placed);
}

function ssoOf(sso: OrganizationSpec['sso'], clientSecret: Credential): SingleSignOn | undefined {
  if (!sso) return undefined;
  return {
    isEnabled: sso.enabled,
    issuer: sso.issuer,
    clientId: sso.clientId,
    clientSecret: clientSecret.state,
    scopes: sso.scopes ?? [],
    roleMapping: (sso.roleMapping ?? []).map(({ claim, value, role, teamId }) => ({
      ...{ claim, value, role },
      team: teamId,
    })),
  };
}

function placeSecret(object: SourceObject, clientSecret: Credential): Placed[] {
  if (clientSecret.state !== 'set') return [];
  const fragment: AdminCredentialFragment = {
    source: sourceOf(object),
    type: 'sso',
    organization: object.name,
    clientSecret: clientSecret.value,
  };
  return [{ section: 'admin_credentials', fragment }];
}
