import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpCaller } from './mcp-caller.ts';
import type { StateSeal } from './asking/state-seal.ts';
import { mcpServerOf } from './mcp-server-of.ts';
import { principalText } from './sessions/addressee.ts';
import { sessionFetch } from './sessions/session-fetch.ts';
import { Sessions } from './sessions/sessions.ts';
import type { Upstreams } from './upstreams.ts';

/** Requests hold no more than arguments of tools. */
const MOST_BODY = 4 * 1_048_576;

export interface McpServingOptions {
  /** The connections to servers; whoever made them ends them. */
  readonly upstreams: Upstreams;
  /** Seals what servers want to have back. */
  readonly states: StateSeal;
  /** Something failed that nobody else is told of. */
  readonly onError: (error: Error) => void;
}

/** Answers requests of MCP clients, of 2026-07-28 and of 2025, each by itself. Loaded with the first of them. */
export class McpServing {
  private readonly upstreams: Upstreams;
  private readonly answerNode: ReturnType<typeof toNodeHandler>;
  private readonly handler: ReturnType<typeof createMcpHandler>;

  constructor({ upstreams, states, onError }: McpServingOptions) {
    this.upstreams = upstreams;
    const sessions = new Sessions();
    this.handler = createMcpHandler(
      async (request) =>
        await mcpServerOf(
          callerIn(request.authInfo),
          { upstreams: this.upstreams, sessions, states },
          request,
        ),
      { onerror: onError, maxRequestBodySize: MOST_BODY },
    );
    const options = { onerror: onError, maxRequestBodySize: MOST_BODY };
    const fetch = sessionFetch(this.handler.fetch, {
      sessions,
      mostBody: MOST_BODY,
      principalOf: (given) => principalText(callerIn(given?.authInfo).principal),
    });
    this.answerNode = toNodeHandler({ fetch }, options);
  }

  /** Answers one request of a caller who was let in. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    caller: McpCaller,
  ): Promise<void> {
    this.upstreams.keepOnly(caller.runtime.mcpServers);
    const { method = 'GET', url = '/' } = request;
    const sent = Object.assign(request, { method, url, auth: authOf(caller) });
    await this.answerNode(sent, response);
  }

  async close(): Promise<void> {
    await this.handler.close();
  }
}

/** The SDK carries who was let in from the request to the factory. The key itself is not in it: nothing of it goes further. */
const authOf = (caller: McpCaller): AuthInfo => ({
  token: '',
  clientId: caller.principal.key,
  scopes: [],
  extra: { caller },
});

const callerIn = (auth: AuthInfo | undefined): McpCaller => {
  const caller = auth?.extra?.['caller'];
  if (caller === undefined) throw new Error('a request without a caller');
  return caller as McpCaller;
};
