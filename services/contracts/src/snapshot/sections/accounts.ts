import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

/** Roles that a membership, or a claim of an identity, may give; `admin` has become org_admin. */
export const MEMBER_ROLES = ['org_admin', 'team_admin', 'member', 'finance', 'viewer'] as const;

const members = z.array(z.object({ user: z.string(), role: z.enum(MEMBER_ROLES) }));

/** How people of an organization sign in. Its client secret stands in the section `admin_credentials`. */
export const singleSignOn = z.object({
  isEnabled: z.boolean(),
  issuer: z.string(),
  clientId: z.string(),
  /** `missing`: a reference to a Secret that resolves to nothing, so that nobody can sign in. */
  clientSecret: z.enum(['none', 'set', 'missing']),
  /** Empty: openid, email and profile. */
  scopes: z.array(z.string()),
  roleMapping: z.array(
    z.object({
      claim: z.string(),
      value: z.string(),
      role: z.enum(MEMBER_ROLES),
      team: z.string().optional(),
    }),
  ),
});
export type SingleSignOn = z.output<typeof singleSignOn>;

export const organizationFragment = z.object({
  source,
  /** metadata.name of the Organization. */
  id: z.string(),
  displayName: z.string().optional(),
  /** Its name in paths, where it has one beside its id. */
  slug: z.string().optional(),
  members,
  sso: singleSignOn.optional(),
});
export type OrganizationFragment = z.output<typeof organizationFragment>;

export const organizations = defineSection({
  name: 'organizations',
  item: organizationFragment,
  readers: ['gateway', 'admin', 'budget', 'cost', 'workflow'],
  isNeverPinned: true,
});

export const teamFragment = z.object({
  source,
  /** metadata.name of the Team. */
  id: z.string(),
  displayName: z.string().optional(),
  slug: z.string().optional(),
  /** The organization that it is bound to; a team without one that exists is in no snapshot. */
  organization,
  organizationUid: z.string().optional(),
  /** As the spec names it, whether it exists or not. */
  businessUnit: z.string().optional(),
  members,
});
export type TeamFragment = z.output<typeof teamFragment>;

export const teams = defineSection({
  name: 'teams',
  item: teamFragment,
  readers: ['gateway', 'admin', 'budget', 'cost', 'workflow'],
  isNeverPinned: true,
});

export const businessUnitFragment = z.object({
  source,
  /** metadata.name of the BusinessUnit. */
  id: z.string(),
  organization: z.string(),
  displayName: z.string().optional(),
  slug: z.string().optional(),
});
export type BusinessUnitFragment = z.output<typeof businessUnitFragment>;

export const businessUnits = defineSection({
  name: 'business_units',
  item: businessUnitFragment,
  readers: ['admin', 'budget', 'cost', 'workflow'],
  isNeverPinned: true,
});

export const licenseFragment = z.object({
  source,
  /** `missing`: its tokenSecretRef resolves to nothing. */
  token: z.enum(['set', 'missing']),
});
export type LicenseFragment = z.output<typeof licenseFragment>;

export const license = defineSection({
  name: 'license',
  item: licenseFragment,
  readers: ['admin'],
  isNeverPinned: true,
});

/** Secrets that the admin service alone may read. */
export const adminCredentialFragment = z.discriminatedUnion('type', [
  z.object({ source, type: z.literal('license'), token: z.string() }),
  z.object({
    source,
    type: z.literal('sso'),
    organization: z.string(),
    clientSecret: z.string(),
  }),
]);
export type AdminCredentialFragment = z.output<typeof adminCredentialFragment>;

export const adminCredentials = defineSection({
  name: 'admin_credentials',
  item: adminCredentialFragment,
  readers: ['admin'],
  isNeverPinned: true,
});
