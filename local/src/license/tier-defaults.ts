import type { LicenseFlags, LicenseTier } from '@aicp/contracts/license/license-token';

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
