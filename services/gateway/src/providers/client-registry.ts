import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { Clock } from '@aicp/common/time/clock';
import type {
  ProviderFragment,
  ProviderSecretsFragment,
} from '@aicp/contracts/snapshot/sections/catalog';
import type { Proxies } from './dial/environment-proxies.ts';
import { proxyAt } from './dial/forward-proxy.ts';
import type { TlsIdentity } from './dial/tls-identity.ts';
import type { PoolOf } from './http1/wire-call.ts';
import { PoolSet, type PoolWish } from './pool-set.ts';
import { PROVIDER_TYPES, type ProviderTypes } from './provider-types.ts';
import type { CloudIdentity, CloudParts } from './tokens/cloud-identity.ts';
import { askForToken } from './tokens/token-request.ts';
import { TranslatingClient } from './translated/translating-client.ts';
import type { ProviderClient } from './upstream/provider-client.ts';
import { UnusableClient } from './upstream/unusable-client.ts';

/** A provider with one of its credentials. */
export interface ClientWish {
  readonly fragment: ProviderFragment;
  /** The credential's name. */
  readonly credential: string;
  readonly apiKey: string | undefined;
  /** What its connections need beside; absent: nothing. */
  readonly secrets?: ProviderSecretsFragment | undefined;
}

interface Known {
  /** What it was made of. */
  readonly made: unknown;
  readonly client: ProviderClient;
  /** The pools that the client uses. */
  readonly wishes: readonly PoolWish[];
}

export interface ClientRegistryOptions {
  readonly egress: ProviderEgress;
  readonly clock: Clock;
  readonly random: () => number;
  /** By which providers are reached; absent: directly. */
  readonly proxies?: Proxies | undefined;
  /** Who the process is at clouds; absent: nobody. */
  readonly cloud?: CloudIdentity | undefined;
  /** Where tokens of the gateway's own identity in Google's cloud are had; absent: where Google has them. */
  readonly metadataHost?: string | undefined;
  /** The types that providers may have; absent: those of the table. */
  readonly types?: ProviderTypes | undefined;
  /** Hears once of each credential of a provider with which nobody can be asked, and why: that holds no secret. */
  readonly onUnusable?: ((of: Unusable) => void) | undefined;
}

/** Why a provider cannot be asked with one of its credentials. */
export interface Unusable {
  readonly provider: string;
  readonly credential: string;
  readonly why: string;
}

/** The clients of all providers. One that did not change keeps its client, and with it its connections, from snapshot to snapshot. */
export class ClientRegistry {
  private readonly options: ClientRegistryOptions;
  private readonly types: ProviderTypes;
  private readonly pools: PoolSet;
  private known = new Map<string, Known>();
  private next = new Map<string, Known>();

  constructor(options: ClientRegistryOptions) {
    this.options = options;
    this.types = options.types ?? PROVIDER_TYPES;
    this.pools = new PoolSet(options);
  }

  /** The client of a provider with one of its credentials; one that is `unusable` where its settings make none. */
  clientFor(wish: ClientWish): ProviderClient {
    const key = `${wish.fragment.id} ${wish.credential}`;
    const there = this.known.get(key);
    const made = makingOf(wish);
    const known =
      there && isDeepStrictEqual(there.made, made) ? there : { made, ...this.createOrSayWhy(wish) };
    this.next.set(key, known);
    return known.client;
  }

  /** Keeps the clients that were requested since the last time, and no other. */
  commit(): void {
    this.known = this.next;
    this.next = new Map();
    this.pools.keepOnly([...this.known.values()].flatMap(({ wishes }) => wishes));
  }

  /** Forgets what was requested since the last commit. */
  rollback(): void {
    this.next = new Map();
  }

  /** Cuts every connection. */
  close(): void {
    this.pools.destroy();
  }

  /** One provider whose settings are wrong takes nothing from others. */
  private createOrSayWhy(wish: ClientWish): Omit<Known, 'made'> {
    try {
      return this.create(wish);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const why = wordsOf(error);
      const { fragment, credential } = wish;
      this.options.onUnusable?.({ provider: fragment.id, credential, why });
      return { client: new UnusableClient(why), wishes: [] };
    }
  }

  private create(wish: ClientWish): Omit<Known, 'made'> {
    const { clock, random, metadataHost = GOOGLE_METADATA } = this.options;
    const { fragment, apiKey } = wish;
    const cloud = cloudParts(this.options.cloud);
    const { clientOf } = this.types[fragment.type];
    const wishes: PoolWish[] = [];
    const poolTo = (origin: string, of: PoolOf = 'vendor') => {
      const pool = poolWish(wish, origin, of);
      wishes.push(pool);
      return this.pools.of(pool);
    };
    const parts = { apiKey, poolTo, clock, random, cloud, metadataHost };
    return { client: new TranslatingClient(clientOf(fragment, parts), clock), wishes };
  }
}

/** Ours say what to do. Those of Node and OpenSSL name what they could not read, and nothing of it. */
const wordsOf = (error: Error): string =>
  error.message === 'Invalid URL'
    ? 'its address is none: look at baseUrl and region'
    : error.message;

const GOOGLE_METADATA = 'metadata.google.internal';

const cloudParts = (identity: CloudIdentity = {}): CloudParts => ({
  identity,
  ask: askForToken,
  readText: (path) => readFile(path, 'utf8'),
});

/** What of a provider its client is made of. */
function makingOf({ fragment, apiKey, secrets }: ClientWish): unknown {
  const { type, organization, baseUrl, headers, simulation, proxyUrl } = fragment;
  const { region, project, apiVersion, tlsServerName, http2 } = fragment;
  const { proxyCredentials, ca, clientCertificate } = secrets ?? {};
  return [
    ...[type, organization, baseUrl, headers, simulation, region, project, apiVersion],
    ...[apiKey, proxyUrl, proxyCredentials, tlsServerName, ca, clientCertificate, http2],
  ];
}

function poolWish(wish: ClientWish, origin: string, of: PoolOf): PoolWish {
  const { fragment, secrets } = wish;
  const { organization, proxyUrl } = fragment;
  return {
    origin,
    owner: organization === undefined ? 'platform' : 'tenants',
    proxy: proxyUrl === undefined ? undefined : proxyAt(proxyUrl, secrets?.proxyCredentials),
    tls: tlsOf(wish, origin, of),
    http2: fragment.http2 === true && origin.startsWith('https:'),
  };
}

/**
 * What of TLS is the provider's own; undefined where nothing is, so that providers share their connections. It is for the provider's
 * address, and not for others that its type asks, such as those that give out tokens.
 */
function tlsOf(
  { fragment, secrets }: ClientWish,
  origin: string,
  of: PoolOf,
): TlsIdentity | undefined {
  const { tlsServerName: serverName, baseUrl } = fragment;
  const isVendors = baseUrl === undefined ? of === 'vendor' : new URL(baseUrl).origin === origin;
  if (!isVendors) return undefined;
  const { ca, clientCertificate } = secrets ?? {};
  return serverName === undefined && ca === undefined && clientCertificate === undefined
    ? undefined
    : { serverName, ca, clientCertificate };
}
