import { errors, jwtVerify, SignJWT } from 'jose';
import { ROLES } from '@aicp/contracts/snapshot/sections/keys';
import { z } from 'zod';
import { identity, type Credential } from './credential.ts';
import type { Principal } from './principal.ts';
import { type TokenKeys, TOKEN_SECONDS } from './signing-keys.ts';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { describeCause } from '@aicp/common/database/engine/survive-loss';
import type { Database } from '@aicp/common/database/open-database';

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
  /** Given to a person who signed in at an organization's provider. */
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

/** Tokens that were given back before their end. */
export interface DeniedTokensTable {
  denied_tokens: { jti: string; expires_at: Date };
}

/** How soon a token that was given back at one replica is refused by the others, ms. */
const LOOK_MS = 2_000;
/** Rows of tokens that ended by themselves are removed this often, ms. */
const SWEEP_MS = 3_600_000;

/**
 * Tokens that were given back before their end. Every request asks in memory; the database carries the list to the other replicas and
 * over a restart. While it is away, what is known here still counts.
 */
export class DeniedTokens {
  private readonly database: Pick<Database<DeniedTokensTable>, 'kysely' | 'engine'>;
  private readonly clock: Clock;
  private readonly loop: BackgroundLoop;
  private known = new Map<string, number>();
  private sweptAt = -Infinity;

  constructor(options: {
    database: Pick<Database<DeniedTokensTable>, 'kysely' | 'engine'>;
    clock: Clock;
    log: Logger;
  }) {
    this.database = options.database;
    this.clock = options.clock;
    this.loop = new BackgroundLoop({
      work: () => this.lookAndSweep(),
      everyMs: LOOK_MS,
      clock: options.clock,
      onFailure: (error) => {
        options.log.debug({ reason: describeCause(error) }, 'denied_tokens_not_read');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  has(jti: string): boolean {
    return this.known.has(jti);
  }

  /** Refuses a token from now on, here at once. Rejects with DatabaseUnavailable where the others can't be told. */
  async deny(jti: string, expiresAt: Date): Promise<void> {
    this.known.set(jti, expiresAt.getTime());
    await this.database.kysely
      .insertInto('denied_tokens')
      .values({ jti, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  private async lookAndSweep(): Promise<void> {
    const isSweepDue = this.clock.monotonic() - this.sweptAt >= SWEEP_MS;
    // PGlite serves one process alone: there is no other replica to hear from, so what was there at the start is all there is to read.
    if (this.database.engine === 'postgresql' || isSweepDue) await this.look();
    if (!isSweepDue) return;
    await this.sweep();
    this.sweptAt = this.clock.monotonic();
  }

  private async look(): Promise<void> {
    const now = new Date(this.clock.now());
    const rows = await this.database.kysely
      .selectFrom('denied_tokens')
      .select(['jti', 'expires_at'])
      .where('expires_at', '>', now)
      .execute();
    // What was denied here while the database was away, or a moment ago, stays.
    const own = [...this.known].filter(([, endsAt]) => endsAt > now.getTime());
    this.known = new Map([
      ...own,
      ...rows.map((row) => [row.jti, row.expires_at.getTime()] as const),
    ]);
  }

  private async sweep(): Promise<void> {
    await this.database.kysely
      .deleteFrom('denied_tokens')
      .where('expires_at', '<', new Date(this.clock.now()))
      .execute();
  }
}
