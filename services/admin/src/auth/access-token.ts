import { errors, jwtVerify, SignJWT } from 'jose';
import { ROLES } from '@aicp/contracts/snapshot/fragments';
import { z } from 'zod';
import { identity, type Credential } from '../access/credential.ts';
import type { Principal } from '../access/principal.ts';
import type { TokenKeys } from './key-ring.ts';
import { TOKEN_SECONDS } from './token-lifetime.ts';

const ISSUER = 'aicp';
const AUDIENCE = 'aicp-admin';
/** RFC 9864 renamed the one to the other. */
const ALGORITHMS = ['EdDSA', 'Ed25519'];

const holder = z.object({
  jti: z.string(),
  exp: z.number(),
  sub: z.string(),
  email: z.string().optional(),
  role: z.enum(ROLES),
  org: z.string().optional(),
  /** metadata.uid of the Organization. */
  org_uid: z.string().optional(),
  teams: z.array(z.string()),
  /** The session that it is of: it ends with it. */
  sid: z.string().optional(),
});
const claims = z.union([
  /** Given for an API key: its metadata.uid, and the start of its SHA-256. */
  holder.extend({
    key: z.string(),
    key_hash: z.string(),
    /** The key's token generation; absent: 0. */
    key_generation: z.number().optional(),
  }),
  /** Given to somebody who signed in at his organization's provider. */
  holder.extend({ identity }),
]);
/** What an access token says. */
export type AccessClaims = z.output<typeof claims>;

/** What the holder of a token signed in with. */
export const credentialOf = (of: AccessClaims): Credential =>
  'key' in of
    ? { type: 'key', uid: of.key, hash: of.key_hash, generation: of.key_generation }
    : { type: 'identity', identity: of.identity };

/** Signs a token for somebody who signed in. Rejects with NoSigningKey while there is none. */
export async function issueToken(options: {
  principal: Principal;
  credential: Credential;
  jti: string;
  /** Of the session that it belongs to. */
  sessionId?: string;
  keys: Pick<TokenKeys, 'signer'>;
  nowMs: number;
}): Promise<string> {
  const { principal, credential, jti, sessionId, keys, nowMs } = options;
  const signer = keys.signer();
  if (!signer) throw new NoSigningKey('there is no key to sign tokens with yet');
  const now = Math.floor(nowMs / 1000);
  return await new SignJWT({
    role: principal.role,
    ...(principal.email === undefined ? {} : { email: principal.email }),
    ...(principal.organizationId === undefined ? {} : { org: principal.organizationId }),
    ...(principal.organizationUid === undefined ? {} : { org_uid: principal.organizationUid }),
    teams: [...principal.teamIds],
    ...(sessionId === undefined ? {} : { sid: sessionId }),
    ...(credential.type === 'key'
      ? {
          key: credential.uid,
          key_hash: credential.hash,
          key_generation: credential.generation,
        }
      : { identity: credential.identity }),
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
