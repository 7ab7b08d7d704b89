import { isDeepStrictEqual } from 'node:util';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import type { Clock } from '@aicp/common/time/clock';
import type { ProviderFragment } from '@aicp/contracts/snapshot/fragments';
import { OpenAiClient } from './openai/openai-client.ts';
import { PoolSet, type PoolWish } from './pool-set.ts';
import type { ProviderClient } from './provider-client.ts';
import { SimulatedClient } from './simulated/simulated-client.ts';
import { DEFAULT_SIMULATION } from './simulated/simulation.ts';

interface Known {
  readonly fragment: ProviderFragment;
  readonly apiKey: string | undefined;
  readonly client: ProviderClient;
}

/** The clients of all providers. One that did not change keeps its client, and with it its connections, from snapshot to snapshot. */
export class ClientRegistry {
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly pools: PoolSet;
  private known = new Map<string, Known>();
  private next = new Map<string, Known>();

  constructor(options: { egress: ProviderEgress; clock: Clock; random: () => number }) {
    this.clock = options.clock;
    this.random = options.random;
    this.pools = new PoolSet(options);
  }

  /** The client of a provider. Throws a TypeError where its address is none. */
  clientFor(fragment: ProviderFragment, apiKey: string | undefined): ProviderClient {
    const there = this.known.get(fragment.id);
    const isSame =
      there?.apiKey === apiKey &&
      isDeepStrictEqual(connectionOf(there?.fragment), connectionOf(fragment));
    const client = there && isSame ? there.client : this.create(fragment, apiKey);
    this.next.set(fragment.id, { fragment, apiKey, client });
    return client;
  }

  /** Keeps the clients that were asked for since the last time, and no other. */
  commit(): void {
    this.known = this.next;
    this.next = new Map();
    this.pools.keepOnly([...this.known.values()].flatMap(({ fragment }) => wishOf(fragment)));
  }

  /** Forgets what was asked for since the last commit. */
  rollback(): void {
    this.next = new Map();
  }

  /** Cuts every connection. */
  close(): void {
    this.pools.destroy();
  }

  private create(fragment: ProviderFragment, apiKey: string | undefined): ProviderClient {
    if (fragment.type === 'simulated') {
      const { clock, random } = this;
      const simulation = fragment.simulation ?? DEFAULT_SIMULATION;
      return new SimulatedClient({ simulation, clock, random });
    }
    const baseUrl = new URL(fragment.baseUrl ?? '');
    return new OpenAiClient({
      pool: this.pools.of(wishFor(fragment, baseUrl)),
      baseUrl,
      apiKey,
      headers: fragment.headers,
    });
  }
}

/** What of a provider its client is made of. */
function connectionOf(fragment: ProviderFragment | undefined) {
  if (!fragment) return undefined;
  const { type, organization, baseUrl, headers, simulation, timeoutMs } = fragment;
  return [type, organization, baseUrl, headers, simulation, timeoutMs];
}

const wishOf = (fragment: ProviderFragment): PoolWish[] =>
  fragment.baseUrl === undefined ? [] : [wishFor(fragment, new URL(fragment.baseUrl))];

const wishFor = ({ organization, timeoutMs }: ProviderFragment, { origin }: URL): PoolWish => ({
  origin,
  timeoutMs,
  owner: organization === undefined ? 'platform' : 'tenants',
});
