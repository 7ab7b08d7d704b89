import {
  LICENSE_ALGORITHMS,
  licenseClaims,
  type LicenseClaims,
} from '@aicp/contracts/license/license-token';
import { compactVerify, errors, importJWK, type JWK } from 'jose';

/** What a look at a license token found. */
export type LicenseFinding =
  | { readonly type: 'none' }
  | { readonly type: 'verified'; readonly claims: LicenseClaims }
  /** Altered, cut short, signed by another key, or of no license. Nothing it says may be believed. */
  | { readonly type: 'unverified' }
  /** This build has no key to verify with. */
  | { readonly type: 'no-key' };

/**
 * Verifies a token's signature and contents against the public keys of this build (undefined: it has none). Whether it has expired is
 * another question, which `licenseState` answers: an expired license still verifies.
 */
export async function verifyLicense(
  token: string | undefined,
  keys: readonly JWK[] | undefined,
): Promise<LicenseFinding> {
  if (token === undefined) return { type: 'none' };
  if (keys === undefined) return { type: 'no-key' };
  for (const key of keys) {
    const payload = await payloadOf(token, key);
    const claims = licenseClaims.safeParse(payload).data;
    if (claims) return { type: 'verified', claims };
  }
  return { type: 'unverified' };
}

async function payloadOf(token: string, jwk: JWK): Promise<unknown> {
  try {
    const key = await importJWK(jwk, 'EdDSA');
    const { payload } = await compactVerify(token, key, { algorithms: LICENSE_ALGORITHMS });
    return JSON.parse(new TextDecoder().decode(payload)) as unknown;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
