import type {
  McpCredentialFragment,
  McpServerFragment,
} from '@aicp/contracts/snapshot/sections/mcp-servers';
import type { Principal } from '@aicp/contracts/routing/request/principal';

/** A server of tools as requests use it. */
export interface McpServer extends McpServerFragment {
  /** What it is asked with; undefined: nothing. */
  readonly token: string | undefined;
}

/** The servers of a snapshot, by id. */
export type McpServers = ReadonlyMap<string, McpServer>;

/** Servers with their tokens, in the order of their names. One whose token is missing is left out: it would answer nobody. */
export function toMcpServers(
  servers: readonly McpServerFragment[],
  credentials: readonly McpCredentialFragment[],
): McpServers {
  const tokens = new Map(credentials.map(({ server, token }) => [server, token]));
  return new Map(
    servers
      .map((server) => ({ ...server, token: tokens.get(server.id) }))
      .filter(({ credential, token }) => credential === 'none' || token !== undefined)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map((server) => [server.id, server]),
  );
}

type Caller = Pick<Principal, 'key' | 'organization' | 'team'>;

/** Whether a key may use a server: its organization has it or the platform has, and each list that there is names it. */
export const mayUseServer = (
  { organization, allowedTeams, allowedKeys }: McpServer,
  { key, organization: own, team }: Caller,
): boolean =>
  (organization === undefined || organization === own) &&
  (allowedTeams === undefined || (team !== undefined && allowedTeams.includes(team))) &&
  (allowedKeys?.includes(key) ?? true);

/** The servers that a key may use, in the order of their names. */
export const serversFor = (servers: McpServers, caller: Caller): McpServer[] =>
  [...servers.values()].filter((server) => mayUseServer(server, caller));

/** Whether a tool of a server may be used as its server defines it now. */
export const isUsable = (
  { allowedTools, tools }: McpServer,
  { name, digest }: { readonly name: string; readonly digest: string },
): boolean => {
  const approved = tools.find((one) => one.name === name)?.digest;
  return (allowedTools?.includes(name) ?? true) && (approved ?? digest) === digest;
};
