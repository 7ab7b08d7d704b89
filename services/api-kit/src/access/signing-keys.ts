import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { describeError, isAlreadyExists, isConflict } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import { backoffMs } from '@aicp/common/time/backoff';
import { type Clock, pause } from '@aicp/common/time/clock';
import { webcrypto } from 'node:crypto';
import { parseJson } from '@aicp/common/json/parse-json';
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import { z } from 'zod';

/** The Secret that all replicas of the service share. */
export const SIGNING_KEYS_SECRET = 'aicp-admin-signing-keys';

/** How often the Secret is read again, ms. */
const LOOK_MS = 60_000;
const RETRY = { baseMs: 250, maxMs: 10_000 };
/** A token of an unknown key makes us look again, at most this often, ms. */
const LOOK_AGAIN_MS = 2_000;
const FAILURES_TO_WARN = 5;

export interface SigningKeysOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
}

/** The keys that access tokens are signed with: made once, shared through a Secret, renewed by age, kept in memory. */
export class SigningKeys implements TokenKeys {
  private readonly options: SigningKeysOptions;
  private readonly ending = new AbortController();
  private ring: KeyRing = [];
  private lookedAt = -Infinity;
  private loop: Promise<void> | undefined;

  constructor(options: SigningKeysOptions) {
    this.options = options;
  }

  /** Reads the Secret now and then for as long as the service lives; makes and renews it where that is due. */
  start(): void {
    this.loop ??= this.keep();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
  }

  /** What to sign with now; undefined while the Secret could not be read yet. */
  signer(): SigningKey | undefined {
    return signerOf(this.ring, this.options.clock.now());
  }

  /** The key that a token names; another replica may have made it a moment ago. */
  async named(kid: string): Promise<SigningKey | undefined> {
    const known = this.ring.find((key) => key.kid === kid);
    const { clock, log } = this.options;
    if (known || clock.monotonic() - this.lookedAt < LOOK_AGAIN_MS) return known;
    try {
      await this.look();
    } catch (error) {
      log.info({ reason: describeError(error) }, 'signing_keys_not_read');
    }
    return this.ring.find((key) => key.kid === kid);
  }

  private async keep(): Promise<void> {
    const { clock, random, log } = this.options;
    const { signal } = this.ending;
    let failures = 0;
    let waitMs = LOOK_MS;
    do {
      try {
        await this.look();
        failures = 0;
        waitMs = LOOK_MS;
      } catch (error) {
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'info';
        log[level]({ reason: describeError(error), failures }, 'signing_keys_not_read');
        waitMs = backoffMs({ attempt: failures, ...RETRY, random });
        failures += 1;
      }
    } while (await pause(clock, waitMs, signal));
  }

  private async look(): Promise<void> {
    const { api, namespace, clock } = this.options;
    this.lookedAt = clock.monotonic();
    const stored = await api.get(SECRETS, { namespace, name: SIGNING_KEYS_SECRET });
    const ring = stored ? await readKeyRing(dataOf(stored)) : [];
    const next = renewed(ring, clock.now(), newSigningKey);
    this.ring = next === undefined ? ring : await this.store(stored, await next, ring);
  }

  /** Where another replica was faster, its keys count. */
  private async store(
    stored: KubernetesObject | undefined,
    next: KeyRing,
    present: KeyRing,
  ): Promise<KeyRing> {
    const { api, namespace, log } = this.options;
    const data = Buffer.from(JSON.stringify(next.map((key) => key.stored))).toString('base64');
    const object: KubernetesObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: stored?.metadata ?? { name: SIGNING_KEYS_SECRET, namespace },
      type: 'Opaque',
      data: { [FIELD]: data },
    };
    try {
      await (stored ? api.replace(SECRETS, object) : api.create(SECRETS, object));
    } catch (error) {
      if (!isConflict(error) && !isAlreadyExists(error)) throw error;
      const faster = await api.get(SECRETS, { namespace, name: SIGNING_KEYS_SECRET });
      return faster ? await readKeyRing(dataOf(faster)) : present;
    }
    log.info({ keys: next.map((key) => key.kid) }, 'signing_keys_renewed');
    return next;
  }
}

const FIELD = 'keys.json';

function dataOf(secret: KubernetesObject): string {
  const data = secret['data'] as Readonly<Record<string, string>> | undefined;
  return Buffer.from(data?.[FIELD] ?? '', 'base64').toString();
}

/** How long an access token is good. */
export const TOKEN_SECONDS = 1800;

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
