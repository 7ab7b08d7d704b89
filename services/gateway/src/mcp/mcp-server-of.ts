import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  McpServer,
  type CallToolResult,
  type ListToolsResult,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Answer, AskOptions, McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import { Call } from '../calls/call.ts';
import type { CallTarget } from '../calls/call-target.ts';
import { tellFailure, type McpCaller } from './mcp-caller.ts';
import type { McpServer as Known } from './servers/mcp-servers.ts';
import { targetOf } from './tool-targets.ts';
import { findTool, listTools } from './tool-book.ts';
import type { Upstreams } from './upstreams.ts';

const INFO = { name: 'ai-control-plane', version: '0.1.0' };
/** For a call, and for whatever else is passed on. */
const CALL_MS = 60_000;

/** What is passed on to one server, beside its tools. */
const PASSED_ON = {
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  prompts: ['prompts/list', 'prompts/get'],
  completions: ['completion/complete'],
} as const;
type Passed = keyof typeof PASSED_ON;

/** What one request of a caller meets: a server that has the tools that the caller may use, and for one server its resources and prompts. */
export async function mcpServerOf(caller: McpCaller, upstreams: Upstreams): Promise<McpServer> {
  const upstream = caller.server && upstreams.of(caller.server);
  const about = await upstream?.about().catch((error: unknown) => {
    if (caller.server) tellFailure(caller, caller.server.id, error);
    return undefined;
  });
  const passed = (Object.keys(PASSED_ON) as Passed[]).filter((one) => about?.capabilities[one]);
  const capabilities: ServerCapabilities = {
    tools: {},
    ...Object.fromEntries(passed.map((one) => [one, {}])),
  };
  const instructions = about?.instructions;
  const mcp = new McpServer(INFO, {
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    // A client of 2025 that sends each request by itself can be asked nothing.
    inputRequired: { legacyShim: false },
  });
  const { server } = mcp;
  server.setRequestHandler('tools/list', async () => {
    const found = await listTools(caller, upstreams);
    const tools = found.map(({ tool, name }) => ({ ...tool.definition, name }));
    return { tools } as unknown as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const found = await findTool(params.name, caller, upstreams);
    if (!found) throw unknownTool(params.name);
    const sent = { ...params, name: found.tool.definition.name };
    const asked = { caller, server: found.server, upstream: upstreams.of(found.server) };
    const target = targetOf(found.server, found.tool.definition.name);
    return await recorded(asked, target, async () => {
      return (await passOn(asked, 'tools/call', sent, context)) as unknown as CallToolResult;
    });
  });
  if (upstream) {
    passAll(server, { caller, server: caller.server, upstream }, passed);
  }
  return mcp;
}

function passAll(server: McpServer['server'], asked: Asked, passed: readonly Passed[]): void {
  for (const method of passed.flatMap((one) => [...PASSED_ON[one]])) {
    server.setRequestHandler(method, async ({ params }, context) => {
      const ask = async (): Promise<Answer> => await passOn(asked, method, params, context);
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
  { caller, server, upstream }: Asked,
  method: string,
  params: Answer | undefined,
  context: ServerContext,
): Promise<Answer> {
  try {
    return await upstream.ask(method, sentOn(params, context), askOptions(context));
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

/** The parameters as the caller sent them; of what the SDK has lifted out of them, what the server needs. */
function sentOn(params: Answer | undefined, { mcpReq }: ServerContext): Answer {
  const state = mcpReq.requestState<string>();
  const envelope: Answer = { ...mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  const { progressToken: _ours, ...meta } = (params?.['_meta'] ?? {}) as Answer;
  return {
    ...params,
    _meta: {
      ...meta,
      ...(capabilities === undefined ? {} : { [CLIENT_CAPABILITIES_META_KEY]: capabilities }),
    },
    ...(mcpReq.inputResponses === undefined ? {} : { inputResponses: mcpReq.inputResponses }),
    ...(state === undefined ? {} : { requestState: state }),
  };
}

function askOptions({ mcpReq }: ServerContext): AskOptions {
  const { signal } = mcpReq;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { timeoutMs: CALL_MS, signal };
  return {
    timeoutMs: CALL_MS,
    signal,
    onProgress: (progress) => {
      const params = { ...progress, progressToken };
      // Whoever has gone hears of no progress.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

/** The same for a tool that is not there, and for one that the caller may not use. */
const unknownTool = (name: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
