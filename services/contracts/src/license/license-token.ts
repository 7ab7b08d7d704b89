import { z } from 'zod';

/** The `iss` of every license token. */
export const LICENSE_ISSUER = 'aicp-license';

/** The names that Ed25519 signatures go by: RFC 9864 renamed what RFC 8037 had called EdDSA. */
export const LICENSE_ALGORITHMS = ['EdDSA', 'Ed25519'];

export const LICENSE_TIERS = ['trial', 'team', 'business', 'enterprise'] as const;
export type LicenseTier = (typeof LICENSE_TIERS)[number];

const flags = z.object({
  /** −1 is unlimited. */
  max_admins: z.int().min(-1),
  mcp_servers: z.boolean(),
  workflows: z.boolean(),
  sso: z.boolean(),
  audit_retention_days: z.int().min(1),
});

/** What a token holds: a flag more, which is not shown. */
export const licenseFlags = flags.extend({ sre_agent: z.boolean() });
export type LicenseFlags = z.output<typeof licenseFlags>;

/** Seconds since 1970, within what a date can be. */
const seconds = z.number().min(0).max(8_640_000_000_000);

/** The claims of a license token. */
export const licenseClaims = z.object({
  iss: z.literal(LICENSE_ISSUER),
  /** Id of the customer. */
  sub: z.string().min(1),
  /** Contact address. */
  email: z.string().min(1),
  /** Name of the organisation. */
  org: z.string().min(1),
  tier: z.enum(LICENSE_TIERS),
  iat: seconds,
  exp: seconds,
  features: licenseFlags,
});
export type LicenseClaims = z.output<typeof licenseClaims>;
