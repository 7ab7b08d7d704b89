import type { McpServer } from '@modelcontextprotocol/server';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequestParams,
  type CallToolResult,
  type ListToolsResult,
  type McpRequestContext,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Answer, McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import { PASSED_ON } from '@aicp/common/mcp/passed-on';
import { paramHeaders } from '@aicp/common/mcp/param-headers';
import { noAnswer, tellFailure, type McpCaller } from './mcp-caller.ts';
import type { McpServer as Known } from './servers/mcp-servers.ts';
import { targetOf } from './tool-targets.ts';
import { findTool, listTools, type FoundTool } from './tool-book.ts';
import type { Upstreams } from './upstreams.ts';
import { askFor, type UpstreamRequest } from './asking/ask-for.ts';
import { CheckedServer } from './asking/checked-server.ts';
import { hearLevels, linkMaker, type LinkOf } from './asking/link-maker.ts';
import { recorded, type Said } from './asking/recorded-call.ts';
import type { StateBounds, StateSeal } from './asking/state-seal.ts';
import { principalText } from './sessions/addressee.ts';
import type { Talk } from './sessions/client-link.ts';
import type { Sessions } from './sessions/sessions.ts';

const INFO = { name: 'ai-control-plane', version: '0.1.0' };

type Passed = keyof typeof PASSED_ON;

/** Changed lists are told to nobody. The SDK says that they are where nothing is said. */
const UNCHANGED = { listChanged: false };

/** What every request needs. */
export interface McpNeeds {
  readonly upstreams: Upstreams;
  readonly sessions: Sessions;
  readonly states: StateSeal;
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
    tools: UNCHANGED,
    ...(!caller.server || about?.capabilities.logging ? { logging: {} } : {}),
    ...Object.fromEntries(passed.map((one) => [one, one === 'completions' ? {} : UNCHANGED])),
  };
  const instructions = about?.instructions;
  const mcp = new CheckedServer(INFO, {
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    // The client is asked by the link to it.
    inputRequired: { legacyShim: false },
  });
  await mcp.know(request, async (name) => {
    // Of a server that gives no answer the call itself tells, in the words of the protocol.
    const found = await findTool(name, caller, upstreams).catch(() => undefined);
    return found?.tool;
  });
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
    const asked = { caller, server: found.server, upstream: upstreams.of(found.server) };
    return await callTool({ ...asked, linkOf, states: needs.states }, found, { params, context });
  });
  if (upstream) {
    const asked = { caller, server: caller.server, upstream, linkOf, states: needs.states };
    passAll(server, asked, passed);
  }
  return mcp;
}

/** Calls a tool under the name that its server has for it. */
async function callTool(
  asked: Asked,
  { server, tool: { definition } }: FoundTool,
  { params, context }: { readonly params: CallToolRequestParams; readonly context: ServerContext },
): Promise<CallToolResult> {
  const { name } = definition;
  const ask = asking(asked, context, {
    ...{ method: 'tools/call', what: name },
    // What guardrails replaced is replaced in the headers as well.
    headersOf: (sent) => paramHeaders(definition['inputSchema'], sent?.['arguments']),
  });
  const { signal, inputResponses } = context.mcpReq;
  const said = { params: { ...params, name }, inputResponses };
  const answer = await recorded(asked.caller, targetOf(server, name), { said, ask, signal });
  return answer as unknown as CallToolResult;
}

function passAll(server: McpServer['server'], asked: Asked, passed: readonly Passed[]): void {
  for (const method of passed.flatMap((one) => [...PASSED_ON[one]])) {
    server.setRequestHandler(method, async ({ params }, context) => {
      const ask = asking(asked, context, { method, what: whatIn(params) });
      const { signal, inputResponses } = context.mcpReq;
      const said = { params, inputResponses };
      const answer = method.endsWith('/list')
        ? await ask(said)
        : await recorded(asked.caller, targetOf(asked.server), { said, ask, signal });
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
  readonly states: StateSeal;
}

/** The prompt or the resource that a request names. */
function whatIn(params: Answer | undefined): string | undefined {
  const named = params?.['name'] ?? params?.['uri'];
  return typeof named === 'string' ? named : undefined;
}

/** What a server is asked for. */
interface What extends Pick<UpstreamRequest, 'method'> {
  /** The tool, the prompt or the resource. */
  readonly what: string | undefined;
  /** Headers that parameters come with. */
  readonly headersOf?: (params: Answer | undefined) => Readonly<Record<string, string>>;
}

/**
 * What asks a server for the caller. Throws at once where the caller sends a state back that the server did not give it for this: then nobody is asked, and nothing is recorded.
 */
function asking(
  asked: Asked,
  context: ServerContext,
  { what, method, headersOf }: What,
): (said: Said, talk?: Talk) => Promise<Answer> {
  const { caller, server, states } = asked;
  const bounds: StateBounds = {
    principal: principalText(caller.principal),
    server: { id: server.id, uid: server.source.uid },
    ...{ method, what },
  };
  const said = context.mcpReq.requestState();
  const state = said === undefined ? undefined : states.open(bounds, said);
  return async (sent, talk) => {
    const headers = headersOf?.(sent.params);
    const request = { method, ...sent, state, ...(headers && { headers }) };
    return await passOn(asked, request, {
      ...{ context, talk },
      sealed: (one) => states.seal(bounds, one),
    });
  };
}

interface PassingOn {
  readonly context: ServerContext;
  readonly talk: Talk | undefined;
  /** A state as the caller sees it. */
  readonly sealed: (state: unknown) => string;
}

/** Asks a server for the caller. Its own error is the caller's; of any other the caller hears only that it does not answer. */
async function passOn(
  { caller, server, upstream, linkOf }: Asked,
  request: UpstreamRequest,
  { context, talk, sealed }: PassingOn,
): Promise<Answer> {
  const link = linkOf(context);
  link.talk = talk;
  try {
    const answer = await link.run((over) => askFor(upstream, request, { link, context, over }));
    const { requestState } = answer;
    return requestState === undefined || answer['resultType'] !== 'input_required'
      ? answer
      : { ...answer, requestState: sealed(requestState) };
  } catch (error) {
    if (ProtocolError.isInstance(error)) {
      throw ProtocolError.fromError(error.code, error.message, error.data);
    }
    if (!context.mcpReq.signal.aborted) tellFailure(caller, server.id, error);
    throw noAnswer(server.id);
  }
}

/** The same for a tool that is not there, and for one that the caller may not use. */
const unknownTool = (name: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
