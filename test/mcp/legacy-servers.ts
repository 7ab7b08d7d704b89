import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export interface LegacyServer extends AsyncDisposable {
  readonly url: string;
  /** Forgets all sessions, as a server that starts anew does. */
  forget(): void;
  /** Sessions that are open. */
  readonly sessions: () => number;
}

const makeServer = (): McpServer => {
  const server = new McpServer({ name: 'legacy', version: '1.0.0' });
  server.registerTool('hello', { description: 'Greets.' }, () => ({
    content: [{ type: 'text', text: 'hello' }],
  }));
  server.registerTool('whose', { description: 'Asks for roots.' }, async () => {
    const { roots } = await server.server.listRoots();
    return { content: roots.map(({ uri }) => ({ type: 'text' as const, text: uri })) };
  });
  return server;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server of 2025, which keeps a session for each client, by the SDK of then. */
export function startSessionServer(): Promise<LegacyServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
    });
    await makeServer().connect(transport);
    return transport;
  };
  return serving('/mcp', sessions, async (request, response) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) {
      response.writeHead(404).end();
      return;
    }
    await (known ?? (await open())).handleRequest(request, response);
  });
}

/** A server of 2024, whose clients open a stream first. */
export function startSseServer(): Promise<LegacyServer> {
  // Servers of 2024 spoke nothing else.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const sessions = new Map<string, SSEServerTransport>();
  return serving('/sse', sessions, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/sse') {
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      response.once('close', () => sessions.delete(transport.sessionId));
      await makeServer().connect(transport);
      return;
    }
    const transport = sessions.get(searchParams.get('sessionId') ?? '');
    if (transport) await transport.handlePostMessage(request, response);
    else response.writeHead(404).end();
  });
}

async function serving(
  path: string,
  sessions: Map<string, unknown>,
  answer: Answer,
): Promise<LegacyServer> {
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    forget: () => {
      sessions.clear();
    },
    sessions: () => sessions.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
