import type { Agent } from 'undici';
import type { ProviderEgress } from '../config/egress-environment.ts';
import { addressGuard, LOCAL_TOO, type AddressGuard } from '../http/address-guard.ts';
import type { Clock } from '../time/clock.ts';
import { AnswerRoom } from './answer-room.ts';
import { guardedAgent, guardedFetch } from './guarded-fetch.ts';
import type { McpHost } from './mcp-host.ts';
import { McpUpstream, type UpstreamOptions } from './mcp-upstream.ts';

const MIB = 1_048_576;
const ROOM = { each: 4 * MIB, all: 64 * MIB };

interface Way {
  readonly guard: AddressGuard;
  readonly dispatcher: Agent;
}

/** Whoever set the host's address up is trusted with it: only what is never allowed is refused. No other origin is asked by this way. */
const ANYWHERE = { ...LOCAL_TOO, networks: ['0.0.0.0/0', '::/0'] };

/** A server that the MCP host runs. */
export interface HostedAddress {
  readonly transport: 'stdio';
  /** metadata.name of the MCPServer. */
  readonly id: string;
}

/** A server as it is reached. */
export type ServerAddress = RemoteAddress | HostedAddress;

/** A server that stands by itself. */
export interface RemoteAddress {
  /** Whose server it is: organizations may not ask wherever the platform may. */
  readonly owner: 'platform' | 'tenants';
  readonly transport: 'streamable_http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bearer token; undefined: it needs none. */
  readonly token: string | undefined;
}

/** There is no MCP host that would run the server. */
export class NoMcpHost extends Error {
  override readonly name = 'NoMcpHost';

  constructor() {
    super('No MCP host runs servers of type stdio: set AICP_MCP_HOST_URL.');
  }
}

/** A name that no DNS knows (RFC 2606). */
const NOWHERE = 'http://mcp-host.invalid';

type MoreOptions = Pick<UpstreamOptions, 'limits' | 'onListed'>;

interface WaysOptions {
  readonly egress: ProviderEgress;
  readonly clock: Clock;
  readonly host?: McpHost | undefined;
}

/** Ways to servers of tools: the connections of all, and the memory for their answers. */
export class UpstreamWays {
  private readonly clock: Clock;
  private readonly room = new AnswerRoom(ROOM);
  private readonly ways: Readonly<Record<RemoteAddress['owner'], Way>>;
  private readonly host: (McpHost & { readonly way: Way }) | undefined;

  /** `host` runs servers of type stdio; undefined: those cannot be asked. */
  constructor({ egress, clock, host }: WaysOptions) {
    this.clock = clock;
    this.host = host && { ...host, way: wayFor(ANYWHERE, host.ca) };
    this.ways = { platform: wayFor(egress.platform), tenants: wayFor(egress.tenants) };
  }

  /** The way to one server. Throws a TypeError where its address is none. */
  to(address: ServerAddress, more: MoreOptions = {}): McpUpstream {
    if (address.transport === 'stdio') return this.toHosted(address, more);
    const { owner, transport, url, headers, token } = address;
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
    const all = [...Object.values(this.ways), ...(this.host ? [this.host.way] : [])];
    await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy()));
  }

  private toHosted({ id }: HostedAddress, more: MoreOptions): McpUpstream {
    const { clock, host, room } = this;
    const base = new URL(`${host?.url ?? NOWHERE}/servers/${encodeURIComponent(id)}`);
    const headers = { authorization: `Bearer ${host?.secret}` };
    const fetch = host
      ? guardedFetch({ ...host.way, base, headers, room, opensStreams: false })
      : () => Promise.reject(new NoMcpHost());
    return new McpUpstream({ transport: 'streamable_http', url: base, fetch, clock, ...more });
  }
}

function wayFor(egress: ProviderEgress['platform'], ca?: string): Way {
  const guard = addressGuard(egress);
  return { guard, dispatcher: guardedAgent(guard, ca) };
}
