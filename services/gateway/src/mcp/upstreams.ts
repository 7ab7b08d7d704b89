import { hash } from 'node:crypto';
import type { ProviderEgress } from '@aicp/common/config/egress-environment';
import { addressGuard, type AddressGuard } from '@aicp/common/http/address-guard';
import { AnswerRoom } from '@aicp/common/mcp/answer-room';
import { guardedAgent, guardedFetch } from '@aicp/common/mcp/guarded-fetch';
import { McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import type { Clock } from '@aicp/common/time/clock';
import type { Agent } from 'undici';
import type { McpServer, McpServers } from './servers/mcp-servers.ts';

const MIB = 1_048_576;
const ROOM = { each: 4 * MIB, all: 64 * MIB };

interface Way {
  readonly guard: AddressGuard;
  readonly dispatcher: Agent;
}

/** One connection for each server, as long as it stands in the snapshot as it is. */
export class Upstreams {
  private readonly clock: Clock;
  private readonly room = new AnswerRoom(ROOM);
  private readonly ways: Readonly<Record<'platform' | 'tenants', Way>>;
  private readonly known = new Map<
    string,
    { readonly identity: string; readonly to: McpUpstream }
  >();
  private servers: McpServers | undefined;

  constructor({ egress, clock }: { egress: ProviderEgress; clock: Clock }) {
    this.clock = clock;
    this.ways = { platform: wayFor(egress.platform), tenants: wayFor(egress.tenants) };
  }

  /** The connection to a server. */
  of(server: McpServer): McpUpstream {
    const identity = identityOf(server);
    const known = this.known.get(server.id);
    if (known?.identity === identity) return known.to;
    if (known) forget(known.to);
    const to = this.make(server);
    this.known.set(server.id, { identity, to });
    return to;
  }

  /** Ends the connections to servers that a newer snapshot holds no more. */
  keepOnly(servers: McpServers): void {
    if (servers === this.servers) return;
    this.servers = servers;
    for (const [id, { to }] of this.known) {
      if (servers.has(id)) continue;
      this.known.delete(id);
      forget(to);
    }
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    for (const { to } of this.known.values()) forget(to);
    this.known.clear();
    await Promise.all(Object.values(this.ways).map(({ dispatcher }) => dispatcher.destroy()));
  }

  private make({ url, transport, headers, token, organization }: McpServer): McpUpstream {
    const base = new URL(url);
    const way = this.ways[organization === undefined ? 'platform' : 'tenants'];
    const fetch = guardedFetch({
      ...way,
      base,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      room: this.room,
      opensStreams: transport === 'sse',
    });
    return new McpUpstream({ transport, url: base, fetch, clock: this.clock });
  }
}

function wayFor(egress: ProviderEgress['platform']): Way {
  const guard = addressGuard(egress);
  return { guard, dispatcher: guardedAgent(guard) };
}

/** Text that changes with everything that a request to the server depends on. */
const identityOf = ({ source, url, transport, headers, token, organization }: McpServer): string =>
  hash('sha256', JSON.stringify([source.uid, url, transport, headers, token, organization]));

/** A server that does not even take the end of a connection is forgotten as well. */
const forget = (upstream: McpUpstream): void => {
  upstream.close().catch(() => undefined);
};
