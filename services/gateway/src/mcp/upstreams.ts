import { hash } from 'node:crypto';
import type { ListOutcome, McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import type { UpstreamWays } from '@aicp/common/mcp/upstream-ways';
import type { McpServer, McpServers } from './servers/mcp-servers.ts';

/** Hears what became of each list of tools that was asked for, by the identity of the server that was asked. */
export type OnListed = (
  server: { readonly id: string; readonly identity: string },
  outcome: ListOutcome,
) => void;

/** One connection for each server, as long as it stands in the snapshot as it is. */
export class Upstreams {
  private readonly ways: UpstreamWays;
  private readonly onListed: OnListed;
  private readonly known = new Map<
    string,
    { readonly identity: string; readonly to: McpUpstream }
  >();
  private servers: McpServers | undefined;

  constructor(ways: UpstreamWays, onListed: OnListed) {
    this.ways = ways;
    this.onListed = onListed;
  }

  /** The connection to a server. */
  of(server: McpServer): McpUpstream {
    const identity = identityOf(server);
    const known = this.known.get(server.id);
    if (known?.identity === identity) return known.to;
    if (known) forget(known.to);
    const to = this.make(server, identity);
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
    await this.ways.close();
  }

  private make(server: McpServer, identity: string): McpUpstream {
    const { id, url, transport, headers, token, organization } = server;
    const owner = organization === undefined ? 'platform' : 'tenants';
    const onListed = (outcome: ListOutcome): void => {
      this.onListed({ id, identity }, outcome);
    };
    if (transport === 'stdio' || url === undefined) {
      return this.ways.to({ transport: 'stdio', id }, { onListed });
    }
    return this.ways.to({ owner, url, transport, headers, token }, { onListed });
  }
}

/** Text that changes with everything that a request to the server depends on. */
export const identityOf = ({
  source,
  url,
  transport,
  headers,
  token,
  organization,
}: McpServer): string =>
  hash('sha256', JSON.stringify([source.uid, url, transport, headers, token, organization]));

/** A server that does not even take the end of a connection is forgotten as well. */
const forget = (upstream: McpUpstream): void => {
  upstream.close().catch(() => undefined);
};
