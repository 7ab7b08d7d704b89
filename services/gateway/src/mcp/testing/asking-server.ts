import { listen } from '@aicp/common/http/listen';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';

export interface AskingServer extends AsyncDisposable {
  readonly url: string;
  /** The states that it was sent back. */
  readonly states: string[];
}

/** A server of 2026-07-28 on loopback, whose tools `ask` and `ask_too` want to have a state back before they answer with it. */
export async function startAskingServer(state: string): Promise<AskingServer> {
  const states: string[] = [];
  const answer = ({ mcpReq }: ServerContext): CallToolResult | InputRequiredResult => {
    const back = mcpReq.requestState<string>();
    if (back === undefined) return inputRequired({ requestState: state });
    states.push(back);
    return { content: [{ type: 'text', text: `back: ${back}` }] };
  };
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'asking', version: '1.0.0' });
    server.registerTool('ask', { description: 'Asks.' }, answer);
    server.registerTool('ask_too', { description: 'Asks too.' }, answer);
    return server;
  });
  const node = toNodeHandler(handler);
  const listening = await listen(
    (request, response) => {
      const { method = 'GET', url = '/' } = request;
      void node(Object.assign(request, { method, url }), response);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    states,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}
