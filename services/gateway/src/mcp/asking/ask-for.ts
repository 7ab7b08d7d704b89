import type { Answer, McpUpstream } from '@aicp/common/mcp/mcp-upstream';
import { sentOn } from '@aicp/common/mcp/passed-on';
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ClientLink } from '../sessions/client-link.ts';

/** For a call, and for whatever else is passed on; with all that the server asks meanwhile. */
const CALL_MS = 60_000;

/** A request as a server is asked it. */
export interface UpstreamRequest {
  readonly method: string;
  readonly params: Answer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the client answers to what the server wanted to know. */
  readonly inputResponses: unknown;
  /** What the server wants to have back, as it gave it. */
  readonly state?: string | undefined;
}

/** For whom a server is asked. */
interface Asking {
  readonly link: ClientLink;
  readonly context: ServerContext;
  /** Nobody wants the answer any more. */
  readonly over: AbortSignal;
}

/** Asks a server for a client, which hears its progress and its log, and answers what it wants to know. Rejects as McpUpstream does. */
export async function askFor(
  upstream: McpUpstream,
  { method, params, headers, inputResponses, state }: UpstreamRequest,
  { link, context, over }: Asking,
): Promise<Answer> {
  const sent = sentOn(params, { inputResponses, requestState: state });
  const options = {
    ...{ timeoutMs: CALL_MS, signal: over, headers, meta: metaOf(link, context) },
    ...{ asker: link.asker, onLog: link.onLog, onProgress: progressTo(context, link) },
  };
  return await link.answered(
    async (more) => await upstream.ask(method, { ...sent, ...more }, options),
    over,
  );
}

/** What a server of now is told with each request: what can be asked of the client, and what of the log it wants to hear. */
function metaOf({ asker, logLevel }: ClientLink, { mcpReq }: ServerContext): Answer {
  const envelope: Answer = { ...mcpReq.envelope };
  const capabilities = asker?.capabilities ?? envelope[CLIENT_CAPABILITIES_META_KEY];
  return {
    ...(capabilities === undefined ? {} : { [CLIENT_CAPABILITIES_META_KEY]: capabilities }),
    ...(logLevel === undefined ? {} : { [LOG_LEVEL_META_KEY]: logLevel }),
  };
}

function progressTo(
  { mcpReq }: ServerContext,
  link: ClientLink,
): ((progress: Answer) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    link.tell(progress, async (said) => {
      const params = { ...said, progressToken };
      await mcpReq.notify({ method: 'notifications/progress', params });
    });
  };
}
