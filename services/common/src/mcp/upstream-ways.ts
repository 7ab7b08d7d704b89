import type { Agent } from 'undici';
import type { ProviderEgress } from '../config/egress-environment.ts';
import { addressGuard, type AddressGuard } from '../http/address-guard.ts';
import type { Clock } from '../time/clock.ts';
import { AnswerRoom } from './answer-room.ts';
import { guardedAgent, guardedFetch } from './guarded-fetch.ts';
import { McpUpstream, type UpstreamOptions } from './mcp-upstream.ts';

const MIB = 1_048_576;
const ROOM = { each: 4 * MIB, all: 64 * MIB };

interface Way {
  readonly guard: AddressGuard;
  readonly dispatcher: Agent;
}

/** A server as it is reached. */
export interface ServerAddress {
  /** Whose server it is: organizations may not ask wherever the platform may. */
  readonly owner: 'platform' | 'tenants';
  readonly transport: 'streamable_http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bearer token; undefined: it needs none. */
  readonly token: string | undefined;
}

/** Ways to servers of tools: the connections of all, and the memory for their answers. */
export class UpstreamWays {
  private readonly clock: Clock;
  private readonly room = new AnswerRoom(ROOM);
  private readonly ways: Readonly<Record<ServerAddress['owner'], Way>>;

  constructor({ egress, clock }: { egress: ProviderEgress; clock: Clock }) {
    this.clock = clock;
    this.ways = { platform: wayFor(egress.platform), tenants: wayFor(egress.tenants) };
  }

  /** The way to one server. Throws a TypeError where its address is none. */
  to(
    { owner, transport, url, headers, token }: ServerAddress,
    more: Pick<UpstreamOptions, 'limits' | 'onListed'> = {},
  ): McpUpstream {
    const base = new URL(url);
    const fetch = guardedFetch({
      ...this.ways[owner],
      base,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      room: this.room,
      opensStreams: transport === 'sse',
    });
    return new McpUpstream({ transport, url: base, fetch, clock: this.clock, ...more });
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.ways).map(({ dispatcher }) => dispatcher.destroy()));
  }
}

function wayFor(egress: ProviderEgress['platform']): Way {
  const guard = addressGuard(egress);
  return { guard, dispatcher: guardedAgent(guard) };
}
