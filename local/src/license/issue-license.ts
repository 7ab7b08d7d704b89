import {
  LICENSE_ISSUER,
  type LicenseFlags,
  type LicenseTier,
} from '@aicp/contracts/license/license-token';
import { importJWK, SignJWT, type JWK } from 'jose';

export interface LicenseOrder {
  readonly customerId: string;
  readonly email: string;
  readonly company: string;
  readonly tier: LicenseTier;
  /** Milliseconds since 1970. */
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly features: LicenseFlags;
}

/** Signs a license. Rejects where `key` is no private Ed25519 key. */
export async function issueLicense(order: LicenseOrder, key: JWK): Promise<string> {
  const { kid } = key;
  return await new SignJWT({
    email: order.email,
    org: order.company,
    tier: order.tier,
    features: order.features,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .setIssuer(LICENSE_ISSUER)
    .setSubject(order.customerId)
    .setIssuedAt(Math.floor(order.issuedAtMs / 1000))
    .setExpirationTime(Math.floor(order.expiresAtMs / 1000))
    .sign(await importJWK(key, 'EdDSA'));
}

interface TierDefaults {
  /** Validity where the vendor says none, days. */
  readonly days: number;
  readonly features: LicenseFlags;
}

const everything = { mcp_servers: true, workflows: true, sso: true, sre_agent: true };
const YEAR_DAYS = 365;

/** What each tier unlocks unless the vendor says otherwise; it is written into the token when that is issued. */
export const TIER_DEFAULTS: Readonly<Record<LicenseTier, TierDefaults>> = {
  trial: { days: 30, features: { ...everything, max_admins: 5, audit_retention_days: 30 } },
  team: {
    days: YEAR_DAYS,
    features: {
      ...everything,
      sso: false,
      sre_agent: false,
      max_admins: 10,
      audit_retention_days: 90,
    },
  },
  business: {
    days: YEAR_DAYS,
    features: { ...everything, max_admins: 50, audit_retention_days: 365 },
  },
  enterprise: {
    days: YEAR_DAYS,
    features: { ...everything, max_admins: -1, audit_retention_days: 7 * YEAR_DAYS },
  },
};
