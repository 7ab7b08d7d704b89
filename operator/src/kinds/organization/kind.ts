import type {
  AdminCredentialFragment,
  OrganizationFragment,
  SingleSignOn,
} from '@aicp/contracts/snapshot/sections/accounts';
import { organization, type OrganizationSpec } from '@aicp/crds/organization';
import { maxBudgetFragments, whyMoneyIsFree } from '../budget/max-budget.ts';
import { fragmentOfAllowedModels, limitsModels, toMembers } from '../kit/accounts.ts';
import { credentialAt, type Credential } from '../kit/credential.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

/** What an Organization refers to: the client secret of its sign-in, and the teams that claims give membership of. */
interface Gathered {
  readonly clientSecret: Credential;
  readonly missing: readonly string[];
  readonly free: string | undefined;
}

/** An Organization's list of models and its budget for the gateway, and its members and sign-in for the admin service. */
export const organizationKind = operatorKind<OrganizationSpec, Gathered>({
  definition: organization,
  sections: () => ['organization_models', 'organizations', 'admin_credentials', 'budgets'],
  keptIn: 'organization_models',
  mayGuard: (spec) => limitsModels(spec) || spec['maxBudget'] !== undefined,
  gather: (spec, lookup, referrer) => ({
    clientSecret: credentialAt(spec.sso?.clientSecretRef, lookup, referrer),
    missing: missingReferences(organization, spec, { lookup, referrer }).missing,
    free: whyMoneyIsFree(spec, lookup),
  }),
  decide: decideOrganization,
});

function decideOrganization(
  object: SourceObject,
  spec: OrganizationSpec,
  { clientSecret, missing, free }: Gathered,
): KindVerdict {
  const guards = (spec.allowedModels ?? []).length > 0 || spec.maxBudget !== undefined;
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
  const fragments: SectionFragment[] = [
    ...fragmentOfAllowedModels('organization_models', object, spec.allowedModels),
    { section: 'organizations', fragment },
    ...budgetOf(object, spec),
    ...(sso ? secretFragments(object, clientSecret) : []),
  ];
  return {
    ...verdictOf(spec, { clientSecret, missing, isIssuerWrong, fragments }),
    guards,
    unenforced: free,
  };
}

function verdictOf(
  spec: OrganizationSpec,
  found: Omit<Gathered, 'free'> & {
    readonly isIssuerWrong: boolean;
    readonly fragments: readonly SectionFragment[];
  },
): KindVerdict {
  const { clientSecret, missing, isIssuerWrong, fragments } = found;
  if (isIssuerWrong) {
    const message = `spec.sso.issuer: "${spec.sso?.issuer ?? ''}" is no address: write https://host/path; nobody can sign in by it until then`;
    return notAccepted('Invalid', message, fragments);
  }
  if (clientSecret.state === 'missing') {
    return notAccepted('SecretNotFound', `sso.clientSecretRef: ${clientSecret.why}`, fragments);
  }
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '), fragments);
  return accepted(fragments);
}

const budgetOf = (object: SourceObject, { maxBudget, displayName }: OrganizationSpec) =>
  maxBudgetFragments(
    object,
    { maxBudget },
    { scope: 'organization', organization: object.name, displayName },
  );

function ssoOf(sso: OrganizationSpec['sso'], clientSecret: Credential): SingleSignOn | undefined {
  if (!sso) return undefined;
  return {
    isEnabled: sso.enabled,
    issuer: sso.issuer,
    clientId: sso.clientId,
    clientSecret: clientSecret.state,
    scopes: sso.scopes ?? [],
    roleMapping: (sso.roleMapping ?? []).map(({ claim, value, role, teamId }) => ({
      claim,
      value,
      role,
      team: teamId,
    })),
  };
}

function secretFragments(object: SourceObject, clientSecret: Credential): SectionFragment[] {
  if (clientSecret.state !== 'set') return [];
  const fragment: AdminCredentialFragment = {
    source: sourceOf(object),
    type: 'sso',
    organization: object.name,
    clientSecret: clientSecret.value,
  };
  return [{ section: 'admin_credentials', fragment }];
}
