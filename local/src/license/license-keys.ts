import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

/** A vendor's key pair as files hold it. */
export interface LicenseKeyPair {
  /** Signs licenses. Whoever has it can make any. */
  readonly privateKey: JWK;
  /** What the admin service is built with. */
  readonly publicKeys: { readonly keys: readonly JWK[] };
}

/** Makes an Ed25519 key pair; both halves carry the same `kid`, the thumbprint of RFC 7638. */
export async function newLicenseKeyPair(): Promise<LicenseKeyPair> {
  const pair = await generateKeyPair('Ed25519', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  // Without `alg`: a key is good for both names of its algorithm.
  return {
    privateKey: { ...(await exportJWK(pair.privateKey)), kid, use: 'sig' },
    publicKeys: { keys: [{ ...publicJwk, kid, use: 'sig' }] },
  };
}
