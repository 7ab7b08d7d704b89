import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

/** Keys are asked for again in the background when they are older, ms. */
const FRESH_MS = 10 * 60_000;
/** An issuer that is away is believed for so long by the keys that it had, ms: its tokens are over long before. */
const KEPT_MS = 24 * 3_600_000;
/** An issuer whose keys are known is asked no more often, whoever shows what: unknown keys cost it nothing more, ms. */
const PAUSE_MS = 60_000;
/** The same where none are known, ms. */
const FIRST_PAUSE_MS = 5_000;

const discovered = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

/** Reads a document of an issuer. Rejects where it is not to be had, is too long, or no JSON. */
export type ReadDocument = (url: URL) => Promise<unknown>;

export interface IssuerKeysOptions {
  readonly read: ReadDocument;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** What is known of one issuer. */
interface Known {
  keys: JWTVerifyGetKey | undefined;
  fetchedAt: number;
  askedAt: number;
  asking: Promise<void> | undefined;
}

/** The public keys of issuers, as their discovery documents name them. */
export class IssuerKeys {
  private readonly options: IssuerKeysOptions;
  private readonly known = new Map<string, Known>();

  constructor(options: IssuerKeysOptions) {
    this.options = options;
  }

  /** The keys of an issuer; undefined while none are to be had. */
  async of(issuer: string): Promise<JWTVerifyGetKey | undefined> {
    const known = this.knownOf(issuer);
    const age = this.now - known.fetchedAt;
    const asking = age < FRESH_MS ? undefined : this.ask(issuer, known);
    if (known.keys === undefined || age >= KEPT_MS) await asking;
    return this.now - known.fetchedAt < KEPT_MS ? known.keys : undefined;
  }

  /** Its keys as it has them now, for a token of one that was not among them; the old ones where it was asked a moment ago. */
  async anew(issuer: string): Promise<JWTVerifyGetKey | undefined> {
    const known = this.knownOf(issuer);
    await this.ask(issuer, known);
    return known.keys;
  }

  /** Forgets the keys of all other issuers. */
  keepOnly(issuers: Iterable<string>): void {
    const kept = new Set(issuers);
    for (const issuer of this.known.keys()) if (!kept.has(issuer)) this.known.delete(issuer);
  }

  private get now(): number {
    return this.options.clock.monotonic();
  }

  private knownOf(issuer: string): Known {
    const none = { keys: undefined, fetchedAt: -Infinity, askedAt: -Infinity, asking: undefined };
    const known = this.known.get(issuer) ?? none;
    this.known.set(issuer, known);
    return known;
  }

  /** Asks the issuer, unless it was asked a moment ago. Never rejects: what was known stays. */
  private async ask(issuer: string, known: Known): Promise<void> {
    const pause = known.keys ? PAUSE_MS : FIRST_PAUSE_MS;
    if (!known.asking && this.now - known.askedAt >= pause) {
      known.askedAt = this.now;
      known.asking = this.load(issuer, known).finally(() => {
        known.asking = undefined;
      });
    }
    await known.asking;
  }

  private async load(issuer: string, known: Known): Promise<void> {
    const { read, log } = this.options;
    try {
      const found = discovered.parse(await read(discoveryOf(issuer)));
      if (found.issuer !== issuer) throw new Error(`it calls itself ${found.issuer}`);
      known.keys = createLocalJWKSet(keySet.parse(await read(new URL(found.jwks_uri))));
      known.fetchedAt = this.now;
    } catch (error) {
      log.warn({ issuer, err: error }, 'sign_on_keys_not_read');
    }
  }
}

/** Where OpenID Connect has the discovery document of an issuer stand. */
const discoveryOf = (issuer: string): URL =>
  new URL(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
