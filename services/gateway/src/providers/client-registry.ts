import { isDeepStrictEqual } from 'node:util';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { Clock } from '@aicp/common/time/clock';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { PoolSet, type PoolWish } from './http1/pool-set.ts';
import { PROVIDER_TYPES, type ProviderTypes } from './provider-types.ts';
import { TranslatingClient } from './translated/translating-client.ts';
import type { ProviderClient } from './upstream/provider-client.ts';

/** A provider with one of its credentials. */
export interface ClientWish {
  readonly fragment: ProviderFragment;
  /** The credential's name. */
  readonly credential: string;
  readonly apiKey: string | undefined;
}

interface Known {
  readonly fragment: ProviderFragment;
  readonly apiKey: string | undefined;
  readonly client: ProviderClient;
  /** The pools that the client uses. */
  readonly wishes: readonly PoolWish[];
}

export interface ClientRegistryOptions {
  readonly egress: ProviderEgress;
  readonly clock: Clock;
  readonly random: () => number;
  /** The types that providers may have; absent: those of the table. */
  readonly types?: ProviderTypes | undefined;
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

  /** The client of a provider with one of its credentials. Throws a TypeError where its settings make none. */
  clientFor({ fragment, credential, apiKey }: ClientWish): ProviderClient {
    const key = `${fragment.id} ${credential}`;
    const there = this.known.get(key);
    const isSame =
      there?.apiKey === apiKey &&
      isDeepStrictEqual(connectionOf(there?.fragment), connectionOf(fragment));
    const known = there && isSame ? there : this.create(fragment, apiKey);
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

  private create(fragment: ProviderFragment, apiKey: string | undefined): Known {
    const { clock, random } = this.options;
    const { clientOf } = this.types[fragment.type];
    const wishes: PoolWish[] = [];
    const poolTo = (origin: string) => {
      const wish = wishFor(fragment, origin);
      wishes.push(wish);
      return this.pools.of(wish);
    };
    return {
      fragment,
      apiKey,
      client: new TranslatingClient(clientOf(fragment, { apiKey, poolTo, clock, random }), clock),
      wishes,
    };
  }
}

/** What of a provider its client is made of. */
function connectionOf(fragment: ProviderFragment | undefined) {
  if (!fragment) return undefined;
  const { type, organization, baseUrl, headers, simulation } = fragment;
  const { region, project, apiVersion } = fragment;
  return [type, organization, baseUrl, headers, simulation, region, project, apiVersion];
}

const wishFor = ({ organization }: ProviderFragment, origin: string): PoolWish => ({
  origin,
  owner: organization === undefined ? 'platform' : 'tenants',
});
