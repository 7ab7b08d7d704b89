import type {
  McpCredentialFragment,
  McpServerFragment,
} from '@aicp/contracts/snapshot/sections/mcp-servers';
import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import { key, type Fragments } from '../../testing/fragments.ts';

const sourceOf = (name: string): Source => ({
  kind: 'MCPServer',
  name,
  uid: `MCPServer-${name}`,
  generation: 1,
});

/** A server of tools at an address. */
export const mcpServer = (
  id: string,
  url: string,
  more: Partial<McpServerFragment> = {},
): McpServerFragment => ({
  source: sourceOf(id),
  id,
  transport: 'streamable_http',
  url,
  headers: {},
  credential: 'none',
  tools: [],
  ...more,
});

/** The token of a server of tools. */
export const mcpCredential = (server: string, token: string): McpCredentialFragment => ({
  source: sourceOf(server),
  server,
  token,
});

/** The key `k`, and servers of tools. */
export const withServers = (
  servers: readonly McpServerFragment[],
  credentials: readonly McpCredentialFragment[] = [],
  keys: Fragments['keys'] = [key('k')],
): Fragments => ({
  keys,
  sections: { 'mcp-servers': servers, 'mcp-credentials': credentials },
});
