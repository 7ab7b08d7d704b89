import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Caller } from '../calls/caller.ts';
import type { McpServer } from './servers/mcp-servers.ts';

/** Who makes one request, and to whom. */
export interface McpCaller extends Caller {
  /** The server that the request is for; undefined: all that the caller may use. */
  readonly server: McpServer | undefined;
}

/** A server could not be asked: whoever runs the installation is told, and the caller no more than that. */
export function tellFailure({ gateway }: McpCaller, server: string, error: unknown): void {
  gateway.log.warn({ err: error, server }, 'mcp_server_failed');
}

/** What a caller hears of a server that gives no answer: it is the server's fault, and another try may go better. */
export const noAnswer = (server: string): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InternalError,
    `The MCP server "${server}" gives no answer that can be taken. Try again, or ask your administrator.`,
  );
