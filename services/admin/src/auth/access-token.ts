import { errors, jwtVerify, SignJWT } from 'jose';
import { ROLES } from '@aicp/contracts/snapshot/fragments';
import { z } from 'zod';
import type { Principal } from '../access/principal.ts';
import type { TokenKeys } from './key-ring.ts';
import { TOKEN_SECONDS } from './token-lifetime.ts';

const ISSUER = 'aicp';
const AUDIENCE = 'aicp-admin';
/** RFC 9864 renamed the one to the other. */
const ALGORITHMS = ['EdDSA', 'Ed25519'];

const claims = z.object({
  jti: z.string(),
  exp: z.number(),
  sub: z.string(),
  email: z.string().optional(),
  role: z.enum(ROLES),
  org: z.string().optional(),
  teams: z.array(z.string()),
  /** metadata.uid of the APIKey that it was given for. */
  key: z.string(),
  /** The start of that key's SHA-256: a rotated key has two, and the old one ends before the new one. */
  key_hash: z.string(),
});
/** What an access token says. */
export type AccessClaims = z.output<typeof claims>;

/** So much of a hash tells two apart. */
const HASH_CHARACTERS = 16;

/** What a token says of the hash of the key that it was given for. */
export const hashClaim = (hash: string): string => hash.slice(0, HASH_CHARACTERS);

/** Signs a token for a key's holder. Rejects with NoSigningKey while there is none. */
export async function issueToken(options: {
  principal: Principal & { readonly keyUid: string };
  keyHash: string;
  jti: string;
  keys: Pick<TokenKeys, 'signer'>;
  nowMs: number;
}): Promise<string> {
  const { principal, keyHash, jti, keys, nowMs } = options;
  const signer = keys.signer();
  if (!signer) throw new NoSigningKey('there is no key to sign tokens with yet');
  const now = Math.floor(nowMs / 1000);
  return await new SignJWT({
    role: principal.role,
    ...(principal.email === undefined ? {} : { email: principal.email }),
    ...(principal.organizationId === undefined ? {} : { org: principal.organizationId }),
    teams: [...principal.teamIds],
    key: principal.keyUid,
    key_hash: hashClaim(keyHash),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: signer.kid, typ: 'at+jwt' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(principal.subject)
    .setJti(jti)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(signer.privateKey);
}

/** No token can be signed, or checked, before the signing keys were read. */
export class NoSigningKey extends Error {
  override readonly name = 'NoSigningKey';
}

/** What a token says, if it is one of ours and not past its end; else undefined. Rejects with NoSigningKey while there is none. */
export async function readToken(
  token: string,
  keys: TokenKeys,
  nowMs: number,
): Promise<AccessClaims | undefined> {
  if (!keys.signer()) throw new NoSigningKey('there is no key to check tokens by yet');
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await keys.named(kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      {
        algorithms: ALGORITHMS,
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: 'at+jwt',
        currentDate: new Date(nowMs),
      },
    );
    return claims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  }
}
