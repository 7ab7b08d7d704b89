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
