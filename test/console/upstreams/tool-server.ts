import type { RequestListener } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The tools of a server: descriptions by names. */
export type Tools = Readonly<Record<string, string>>;

export interface ToolServer extends AsyncDisposable {
  readonly url: string;
  /** What it lists from then on. */
  tools: Tools;
}

/** A server of tools on loopback, each of which takes a text and says it again. */
export async function startToolServer(tools: Tools): Promise<ToolServer> {
  const served = { tools };
  const answer = toNodeHandler(createMcpHandler(() => serverOf(served.tools)));
  const listener: RequestListener = (request, response) => {
    const { method = 'GET', url = '/' } = request;
    void answer(Object.assign(request, { method, url }), response);
  };
  const listening = await listen(listener, { host: '127.0.0.1', port: 0 });
  return Object.assign(served, {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    [Symbol.asyncDispose]: () => listening.close(0),
  });
}

function serverOf(tools: Tools): McpServer {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  const inputSchema = z.object({ text: z.string() });
  for (const [name, description] of Object.entries(tools)) {
    server.registerTool(name, { description, inputSchema }, ({ text }) => ({
      content: [{ type: 'text', text }],
    }));
  }
  return server;
}
