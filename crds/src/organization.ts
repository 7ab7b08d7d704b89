import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { SPEND_FIELD, SPENT } from './kit/spend.ts';

/** Roles within an organization. */
export const ORGANIZATION_ROLES = [
  'org_admin',
  'admin',
  'team_admin',
  'member',
  'finance',
  'viewer',
] as const;

const roleMapping = z
  .array(
    z.object({
      claim: f
        .text({ min: 1, max: 128 })
        .meta({ description: 'Name of a claim of the identity token (`groups`).' }),
      value: f
        .text({ min: 1, max: 256 })
        .meta({ description: 'Value that the claim must have, or contain.' }),
      role: z.enum(['org_admin', 'team_admin', 'member', 'finance', 'viewer']).meta({
        description: 'Role that it gives, in this organization alone.',
      }),
      teamId: f
        .refersTo('Team', f.objectName())
        .optional()
        .meta({ description: 'Team of this organization that it gives membership of.' }),
    }),
  )
  .max(100)
  .meta({ 'x-kubernetes-list-type': 'atomic' });

const sso = z.object({
  enabled: z.boolean().default(true).meta({ description: 'Off refuses this way of signing in.' }),
  issuer: f.httpUrl().meta({
    description: 'Address of the OpenID provider; its discovery document stands below it.',
  }),
  clientId: f.text({ min: 1, max: 256 }).meta({ description: 'Who we are to the provider.' }),
  clientSecretRef: f.secretRef().optional().meta({
    description: 'Where the client secret stands; without one, PKCE alone protects the exchange.',
  }),
  scopes: f
    .list(f.text({ min: 1, max: 64 }), 16)
    .optional()
    .meta({
      description: 'Scopes to ask for; openid, email and profile where none are set.',
    }),
  roleMapping: roleMapping.optional().meta({
    description:
      'Which claims give which role. The strongest that matches counts; without a match, none.',
  }),
});

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  slug: f
    .slug()
    .optional()
    .meta({ description: 'Short name in paths; `metadata.name` where none is set.' }),
  description: f.description().optional().meta({ description: 'What it is.' }),
  maxBudget: f.money().optional().meta({ description: 'USD a month.' }),
  allowedModels: f.list(f.modelId()).optional().meta({
    description:
      'Model ids, aliases or groups, or a prefix ending in `*`, that its requests may use. Empty allows all.',
  }),
  members: f.members(ORGANIZATION_ROLES).optional().meta({
    description: 'Who belongs to it, and with which role. `admin` is another word for org_admin.',
  }),
  sso: sso.optional().meta({ description: 'Signing in by OpenID Connect.' }),
  metadata: f.pairs().optional().meta({ description: 'Pairs of your own, for cost tags.' }),
});

export type OrganizationSpec = z.output<typeof spec>;

/** A customer, company or division: the widest scope below the platform. */
export const organization = defineKind({
  kind: 'Organization',
  plural: 'organizations',
  shortNames: ['org'],
  feature: 'organization',
  description:
    'A customer, company or division: the widest scope below the platform. Holds business units, teams, members, and how they sign in.',
  spec,
  status: SPEND_FIELD,
  columns: [{ name: 'Name', type: 'string', jsonPath: '.spec.displayName' }, SPENT],
  api: {
    path: 'organizations',
    permission: 'organizations',
    readers: 'everybody',
    tag: 'Organizations',
    noun: 'organization',
    required: ['name', 'slug'],
    example: { name: 'Acme', slug: 'acme', max_budget: 10_000 },
  },
  enforcedBy: ['gateway', 'admin'],
  notEnforced: [{ field: 'metadata' }],
});
