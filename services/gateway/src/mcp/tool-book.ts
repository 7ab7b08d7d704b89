import type { KnownTool } from '@aicp/common/mcp/mcp-upstream';
import { exposedName, mayBeOf } from './exposed-name.ts';
import { isUsable, serversFor, type McpServer } from './servers/mcp-servers.ts';
import { tellFailure, type McpCaller } from './mcp-caller.ts';
import type { Upstreams } from './upstreams.ts';

/** A tool that a caller may use. */
export interface FoundTool {
  readonly server: McpServer;
  readonly tool: KnownTool;
  /** What the caller calls it. */
  readonly name: string;
}

/** The tools that a caller may use, of one server or of all of them. A server that cannot be asked has none. */
export async function listTools(caller: McpCaller, upstreams: Upstreams): Promise<FoundTool[]> {
  const lists = await Promise.all(
    serversOf(caller).map((server) => toolsOf(server, caller, upstreams)),
  );
  return lists.flat();
}

/** The tool that a caller calls so; undefined where there is none that the caller may use. */
export async function findTool(
  name: string,
  caller: McpCaller,
  upstreams: Upstreams,
): Promise<FoundTool | undefined> {
  const servers = serversOf(caller).filter(
    ({ id }) => caller.server !== undefined || mayBeOf(id, name),
  );
  const lists = await Promise.all(servers.map((server) => toolsOf(server, caller, upstreams)));
  return lists.flat().find((found) => found.name === name);
}

const serversOf = ({ server, runtime, principal }: McpCaller): readonly McpServer[] =>
  server ? [server] : serversFor(runtime.mcpServers, principal);

async function toolsOf(
  server: McpServer,
  caller: McpCaller,
  upstreams: Upstreams,
): Promise<FoundTool[]> {
  const tools = await upstreams
    .of(server)
    .tools()
    .catch((error: unknown) => {
      tellFailure(caller, server.id, error);
      return [];
    });
  return tools
    .filter((tool) => isUsable(server, { name: tool.definition.name, digest: tool.digest }))
    .map((tool) => {
      const own = tool.definition.name;
      return { server, tool, name: caller.server ? own : exposedName(server.id, own) };
    });
}
