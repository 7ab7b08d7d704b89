import {
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PASSED_ON, sentOn, type LiftedOut } from '@aicp/common/mcp/passed-on';
import { ProtocolError as ProgramError, type Client } from '@modelcontextprotocol/client';
import type { Answer, AskOptions, HostedServer } from '../servers/hosted-server.ts';
import { NotRunning } from '../servers/not-running.ts';

const INFO = { name: 'ai-control-plane-mcp-host', version: '0.1.0' };
/** As long as a gateway waits. */
const CALL_MS = 60_000;

/** Everything that is passed on, by what a program says that it can. */
const ALL = { tools: ['tools/list', 'tools/call'], ...PASSED_ON } as const;
type Passed = keyof typeof ALL;

/** What one request over HTTP meets: a server that passes on to a program whatever that can. */
export function mcpServerBefore(hosted: HostedServer, client: Client): McpServer {
  const can = client.getServerCapabilities() ?? {};
  const passed = (Object.keys(ALL) as Passed[]).filter((one) => can[one] !== undefined);
  const capabilities: ServerCapabilities = Object.fromEntries(passed.map((one) => [one, {}]));
  const instructions = client.getInstructions();
  const mcp = new McpServer(INFO, {
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    inputRequired: { legacyShim: false },
  });
  for (const method of passed.flatMap((one) => [...ALL[one]])) {
    mcp.server.setRequestHandler(method, async ({ params }, context) => {
      return (await passOn(hosted, method, params, context)) as never;
    });
  }
  return mcp;
}

async function passOn(
  hosted: HostedServer,
  method: string,
  params: Answer | undefined,
  context: ServerContext,
): Promise<Answer> {
  try {
    return await hosted.ask(method, sentOn(params, liftedOut(context)), askOptions(context));
  } catch (error) {
    if (ProgramError.isInstance(error)) {
      throw ProtocolError.fromError(error.code, error.message, error.data);
    }
    const why = error instanceof NotRunning ? error.message : 'It gave no answer to this request.';
    throw new ProtocolError(ProtocolErrorCode.InternalError, `"${hosted.id}": ${why}`);
  }
}

/** What the program needs of what the SDK has lifted out of the parameters. */
function liftedOut({ mcpReq }: ServerContext): LiftedOut {
  const envelope: Answer = { ...mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  return {
    inputResponses: mcpReq.inputResponses,
    requestState: mcpReq.requestState<string>(),
    meta: capabilities === undefined ? {} : { [CLIENT_CAPABILITIES_META_KEY]: capabilities },
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
