import { webcrypto } from 'node:crypto';
import { parseJson } from '@aicp/common/json/parse-json';
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { z } from 'zod';
import { TOKEN_SECONDS } from './token-lifetime.ts';

const storedKey = z.object({
  kid: z.string(),
  /** RFC 3339. */
  createdAt: z.string(),
  jwk: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() }),
});
export type StoredKey = z.output<typeof storedKey>;

/** A key pair that access tokens are signed with and checked by. */
export interface SigningKey {
  readonly kid: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly stored: StoredKey;
}

/** Where tokens' keys are found. */
export interface TokenKeys {
  /** What to sign with now; undefined while no key is known yet. */
  signer(): SigningKey | undefined;
  /** The key that a token names. */
  named(kid: string): Promise<SigningKey | undefined>;
}

/** Keys from the oldest to the newest. */
export type KeyRing = readonly SigningKey[];

const MINUTE_MS = 60_000;
/** A key signs for so long. */
export const SIGNS_MS = 30 * 24 * 60 * MINUTE_MS;
/** A new key is known to every replica by then, and signs from then on. */
export const KNOWN_MS = 10 * MINUTE_MS;

/** The newest key that every replica knows; the newest of all where none is old enough. */
export const signerOf = (ring: KeyRing, nowMs: number): SigningKey | undefined =>
  ring.findLast((key) => key.createdAt + KNOWN_MS <= nowMs) ?? ring.at(0);

/**
 * The ring with a new key where the newest is too old, and without those that no valid token can be from; undefined where it is right
 * as it is.
 */
export function renewed(
  ring: KeyRing,
  nowMs: number,
  make: (nowMs: number) => Promise<SigningKey>,
): Promise<KeyRing> | undefined {
  const kept = ring.filter((_, place) => isOfUse(ring[place + 1], nowMs));
  const newest = ring.at(-1);
  if (newest && newest.createdAt + SIGNS_MS > nowMs) {
    return kept.length === ring.length ? undefined : Promise.resolve(kept);
  }
  return make(nowMs).then((key) => [...kept, key]);
}

/** A key is of use until the last token that it signed before its successor took over has ended. */
const isOfUse = (successor: SigningKey | undefined, nowMs: number): boolean =>
  successor === undefined || successor.createdAt + KNOWN_MS + TOKEN_SECONDS * 1000 > nowMs;

export async function newSigningKey(nowMs: number): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  const createdAt = new Date(nowMs).toISOString();
  const kid = `${createdAt.slice(0, 10)}-${x?.slice(0, 8) ?? ''}`;
  return await open(storedKey.parse({ kid, createdAt, jwk: { kty, crv, x, d } }));
}

/** Reads what `StoredKey`s were written as. Empty where the text is none of ours, so that new keys are made. */
export async function readKeyRing(text: string): Promise<KeyRing> {
  const parsed = z.array(storedKey).safeParse(parseJson(text));
  const keys = await Promise.all((parsed.data ?? []).map(open));
  return keys.sort((a, b) => a.createdAt - b.createdAt);
}

async function open(stored: StoredKey): Promise<SigningKey> {
  const { d: _, ...publicPart } = stored.jwk;
  return {
    kid: stored.kid,
    createdAt: Date.parse(stored.createdAt),
    privateKey: await webcrypto.subtle.importKey('jwk', stored.jwk, 'Ed25519', false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('jwk', publicPart, 'Ed25519', false, ['verify']),
    stored,
  };
}
