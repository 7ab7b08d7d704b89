import type { LicenseClaims } from '@aicp/contracts/license/license-token';
import { LICENSE_TIERS } from '@aicp/contracts/license/license-token';
import { z } from 'zod';
import type { LicenseFinding } from './verify-license.ts';

const features = z.object({
  max_admins: z.int().meta({ description: '−1 is unlimited.' }),
  mcp_servers: z.boolean(),
  workflows: z.boolean(),
  sso: z.boolean(),
  audit_retention_days: z.int(),
});

/** What the license endpoint answers: exactly these eleven fields, and never the token. */
export const licenseState = z
  .object({
    present: z.boolean().meta({ description: 'A license exists.' }),
    valid: z.boolean().meta({ description: 'Its signature and content verify.' }),
    expired: z.boolean(),
    tier: z.enum(LICENSE_TIERS).nullable(),
    customer_email: z.string().nullable(),
    company: z.string().nullable(),
    issued_at: z.string().nullable().meta({ description: 'ISO 8601 with an offset.' }),
    expires_at: z.string().nullable().meta({ description: 'ISO 8601 with an offset.' }),
    days_remaining: z.int().meta({ description: 'Whole days until it expires.' }),
    features: z.union([features, z.strictObject({})]).meta({
      description: 'What it unlocks; empty where no license verifies.',
    }),
    error: z.string().nullable().meta({ description: 'Null where there is no problem.' }),
  })
  .meta({ description: 'The license of this installation. Nothing is blocked by its state.' });
export type LicenseState = z.output<typeof licenseState>;

export const SIGNATURE_ERROR = 'License signature does not match: wrong issuer or tampered token';
export const NO_KEY_ERROR = 'License public key is not bundled with this admin API build';

const DAY_MS = 86_400_000;

const NOTHING: LicenseState = {
  present: false,
  valid: false,
  expired: false,
  tier: null,
  customer_email: null,
  company: null,
  issued_at: null,
  expires_at: null,
  days_remaining: 0,
  features: {},
  error: null,
};

/** What a finding means at a moment (milliseconds since 1970). An unverified claim is never shown. */
export function stateOf(finding: LicenseFinding, nowMs: number): LicenseState {
  switch (finding.type) {
    case 'none':
      return NOTHING;
    case 'unverified':
      return { ...NOTHING, present: true, error: SIGNATURE_ERROR };
    case 'no-key':
      return { ...NOTHING, present: true, error: NO_KEY_ERROR };
    case 'verified':
      return verifiedState(finding.claims, nowMs);
  }
}

function verifiedState(claims: LicenseClaims, nowMs: number): LicenseState {
  const leftMs = claims.exp * 1000 - nowMs;
  const expired = leftMs < 0;
  const { sre_agent: _, ...shown } = claims.features;
  return {
    present: true,
    valid: true,
    expired,
    tier: claims.tier,
    customer_email: claims.email,
    company: claims.org,
    issued_at: isoWithOffset(claims.iat),
    expires_at: isoWithOffset(claims.exp),
    days_remaining: expired ? 0 : Math.floor(leftMs / DAY_MS),
    features: shown,
    error: expired ? `License expired ${Math.floor(-leftMs / DAY_MS)} day(s) ago` : null,
  };
}

const isoWithOffset = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
