import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { NoSigningKey } from '@aicp/api-kit/access/access-token';
import type { TokenKeys } from '@aicp/api-kit/access/signing-keys';

/** So long somebody may take at the provider, seconds. */
export const ATTEMPT_SECONDS = 600;
/** No access token is an attempt, nor the other way round. */
const KIND = { audience: 'aicp-sso', issuer: 'aicp', typ: 'aicp-sso+jwt' } as const;

const attempt = z.object({
  /** metadata.name of the Organization. */
  organization: z.string(),
  organizationUid: z.string(),
  /** Of the provider, at that time. */
  issuer: z.string(),
  client: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE. */
  verifier: z.string(),
  /** Path to go to in the end. */
  returnTo: z.string(),
});
/** What a browser carries while its user is at the provider, so that any replica can finish what another began. */
export type SignInAttempt = z.output<typeof attempt>;

/** Signs an attempt for the browser's cookie. Rejects with NoSigningKey while there is no key. */
export async function sealAttempt(
  of: SignInAttempt,
  keys: Pick<TokenKeys, 'signer'>,
  nowMs: number,
): Promise<string> {
  const signer = keys.signer();
  if (!signer) throw new NoSigningKey('there is no key to sign with yet');
  const now = Math.floor(nowMs / 1000);
  return await new SignJWT({ ...of })
    .setProtectedHeader({ alg: 'EdDSA', kid: signer.kid, typ: KIND.typ })
    .setIssuer(KIND.issuer)
    .setAudience(KIND.audience)
    .setExpirationTime(now + ATTEMPT_SECONDS)
    .sign(signer.privateKey);
}

/** What a cookie of ours holds; undefined for one that is not, or is too old. */
export async function openAttempt(
  sealed: string,
  keys: Pick<TokenKeys, 'named'>,
  nowMs: number,
): Promise<SignInAttempt | undefined> {
  try {
    const { payload } = await jwtVerify(
      sealed,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await keys.named(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      { algorithms: ['EdDSA'], ...KIND, currentDate: new Date(nowMs) },
    );
    return attempt.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}
