import type { KnownTool } from '@aicp/common/mcp/mcp-upstream';
import { exposedName, mayBeOf } from './exposed-name.ts';
import { isUsable, serversFor, type McpServer } from './servers/mcp-servers.ts';
import { noAnswer, tellFailure, type McpCaller } from './mcp-caller.ts';
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
    serversOf(caller).map(async (server) => {
      const tools = await toolsOf(server, caller, upstreams);
      return tools ? usable(tools, server, caller) : [];
    }),
  );
  return lists.flat();
}

/**
 * The tool that a caller calls so; undefined where there is none that the caller may use. A server that cannot be asked has the tools that it listed last. Rejects
 * with `noAnswer` where it never listed any, so that nobody can say whether it has the tool.
 */
export async function findTool(
  name: string,
  caller: McpCaller,
  upstreams: Upstreams,
): Promise<FoundTool | undefined> {
  const servers = serversOf(caller).filter(
    ({ id }) => caller.server !== undefined || mayBeOf(id, name),
  );
  const silent: McpServer[] = [];
  const lists = await Promise.all(
    servers.map(async (server) => {
      const tools = (await toolsOf(server, caller, upstreams)) ?? upstreams.of(server).lastTools;
      if (!tools) silent.push(server);
      return usable(tools ?? [], server, caller);
    }),
  );
  const found = lists.flat().find((one) => one.name === name);
  const unknown = silent.find((server) => mayHave(server, name, caller));
  if (!found && unknown) throw noAnswer(unknown.id);
  return found;
}

/** Whether a server whose tools nobody knows may have one that the caller may call so. */
const mayHave = ({ id, allowedTools }: McpServer, name: string, caller: McpCaller): boolean =>
  allowedTools?.some((own) => (caller.server ? own : exposedName(id, own)) === name) ?? true;

const serversOf = ({ server, runtime, principal }: McpCaller): readonly McpServer[] =>
  server ? [server] : serversFor(runtime.mcpServers, principal);

/** The tools that a server lists; undefined where it cannot be asked, which is told. */
async function toolsOf(
  server: McpServer,
  caller: McpCaller,
  upstreams: Upstreams,
): Promise<readonly KnownTool[] | undefined> {
  return await upstreams
    .of(server)
    .tools()
    .catch((error: unknown) => {
      tellFailure(caller, server.id, error);
      return undefined;
    });
}

const usable = (
  tools: readonly KnownTool[],
  server: McpServer,
  { server: only }: McpCaller,
): FoundTool[] =>
  tools
    .filter((tool) => isUsable(server, { name: tool.definition.name, digest: tool.digest }))
    .map((tool) => {
      const own = tool.definition.name;
      return { server, tool, name: only ? own : exposedName(server.id, own) };
    });
