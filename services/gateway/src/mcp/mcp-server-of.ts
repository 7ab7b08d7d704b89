import type { McpServer } from '@modelcontextprotocol/server';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ListToolsResult,
  type McpRequestContext,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Answer, McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import { paramHeaders } from '@aicp/common/mcp/param-headers';
import { Call } from '../calls/call.ts';
import type { CallTarget } from '../calls/call-target.ts';
import { tellFailure, type McpCaller } from './mcp-caller.ts';
import type { McpServer as Known } from './servers/mcp-servers.ts';
import { targetOf } from './tool-targets.ts';
import { findTool, listTools } from './tool-book.ts';
import type { Upstreams } from './upstreams.ts';
import { askFor, type UpstreamRequest } from './asking/ask-for.ts';
import { CheckedServer } from './asking/checked-server.ts';
import { hearLevels, linkMaker, type LinkOf } from './asking/link-maker.ts';
import type { Sessions } from './sessions/sessions.ts';

const INFO = { name: 'ai-control-plane', version: '0.1.0' };

/** What is passed on to one server, beside its tools. */
const PASSED_ON = {
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
} as const;
type Passed = keyof typeof PASSED_ON;

/** What every request needs. */
export interface McpNeeds {
  readonly upstreams: Upstreams;
  readonly sessions: Sessions;
}

/** What one request of a caller meets: a server that has the tools that the caller may use, and for one server its resources and prompts. */
export async function mcpServerOf(
  caller: McpCaller,
  needs: McpNeeds,
  request: McpRequestContext,
): Promise<McpServer> {
  const { upstreams } = needs;
  const upstream = caller.server && upstreams.of(caller.server);
  const about = await upstream?.about().catch((error: unknown) => {
    if (caller.server) tellFailure(caller, caller.server.id, error);
    return undefined;
  });
  const passed = (Object.keys(PASSED_ON) as Passed[]).filter((one) => about?.capabilities[one]);
  const capabilities: ServerCapabilities = {
    tools: {},
    ...(!caller.server || about?.capabilities.logging ? { logging: {} } : {}),
    ...Object.fromEntries(passed.map((one) => [one, {}])),
  };
  const instructions = about?.instructions;
  const mcp = new CheckedServer(INFO, {
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    // The client is asked by the link to it.
    inputRequired: { legacyShim: false },
  });
  await mcp.know(request, async (name) => (await findTool(name, caller, upstreams))?.tool);
  const { server } = mcp;
  const linkOf = linkMaker(caller.principal, needs.sessions, { request, server });
  if (capabilities.logging) hearLevels(server, linkOf);
  server.setRequestHandler('tools/list', async () => {
    const found = await listTools(caller, upstreams);
    const tools = found.map(({ tool, name }) => ({ ...tool.definition, name }));
    return { tools } as unknown as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const found = await findTool(params.name, caller, upstreams);
    if (!found) throw unknownTool(params.name);
    const { definition } = found.tool;
    const sent = { ...params, name: definition.name };
    const asked = { caller, server: found.server, upstream: upstreams.of(found.server), linkOf };
    const target = targetOf(found.server, definition.name);
    const headers = paramHeaders(definition['inputSchema'], params.arguments);
    return await recorded(asked, target, async () => {
      const request = { method: 'tools/call', params: sent, headers };
      return (await passOn(asked, request, context)) as unknown as CallToolResult;
    });
  });
  if (upstream) {
    passAll(server, { caller, server: caller.server, upstream, linkOf }, passed);
  }
  return mcp;
}

function passAll(server: McpServer['server'], asked: Asked, passed: readonly Passed[]): void {
  for (const method of passed.flatMap((one) => [...PASSED_ON[one]])) {
    server.setRequestHandler(method, async ({ params }, context) => {
      const ask = async (): Promise<Answer> => await passOn(asked, { method, params }, context);
      const answer = method.endsWith('/list')
        ? await ask()
        : await recorded(asked, targetOf(asked.server), ask);
      return answer as never;
    });
  }
}

/** A server that is asked for somebody. */
interface Asked {
  readonly caller: McpCaller;
  readonly server: Known;
  readonly upstream: McpUpstream;
  readonly linkOf: LinkOf;
}

/** What goes into the ledger, where limits and budgets let it through: whoever is beyond them is told so in the words of the protocol. */
async function recorded<T>(
  { caller }: Asked,
  target: CallTarget,
  ask: () => Promise<T>,
): Promise<T> {
  const call = await Call.begin(caller, target);
  if (!(call instanceof Call)) {
    const { message, code, status } = call;
    throw new ProtocolError(REFUSED, message, { code, status });
  }
  try {
    const answer = await ask();
    call.end({ completion: 'complete', status: 200 });
    return answer;
  } catch (error) {
    call.end({ completion: 'provider_failed', status: 200 });
    throw error;
  }
}

/** Of the codes that JSON-RPC leaves to servers. */
const REFUSED = -32000;

/** Asks a server for the caller. Its own error is the caller's; of any other the caller hears only that it does not answer. */
async function passOn(
  { caller, server, upstream, linkOf }: Asked,
  request: UpstreamRequest,
  context: ServerContext,
): Promise<Answer> {
  const link = linkOf(context);
  try {
    return await link.run((over) => askFor(upstream, request, { link, context, over }));
  } catch (error) {
    if (ProtocolError.isInstance(error)) {
      throw ProtocolError.fromError(error.code, error.message, error.data);
    }
    if (!context.mcpReq.signal.aborted) tellFailure(caller, server.id, error);
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      `The MCP server "${server.id}" gives no answer that can be taken. Try again, or ask your administrator.`,
    );
  }
}

/** The same for a tool that is not there, and for one that the caller may not use. */
const unknownTool = (name: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
