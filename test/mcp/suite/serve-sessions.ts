import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { EventStore, JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';

/** Keeps what streams held, so that a client which has lost one gets the rest. */
function makeEventStore(): EventStore {
  const events: { readonly stream: string; readonly message: JSONRPCMessage }[] = [];
  return {
    storeEvent: (stream, message) => Promise.resolve(String(events.push({ stream, message }) - 1)),
    replayEventsAfter: async (last, { send }) => {
      const stream = events[Number(last)]?.stream ?? '';
      for (const [index, event] of events.entries()) {
        const isLater = index > Number(last) && event.stream === stream;
        if (isLater) await send(String(index), event.message);
      }
      return stream;
    },
  };
}

/** Answers clients of 2025, each in a session of its own. */
export function sessionServer(make: () => McpServer) {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const open = async (): Promise<NodeStreamableHTTPServerTransport> => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: makeEventStore(),
      retryInterval: 10,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await make().connect(transport);
    return transport;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && !known) response.writeHead(404).end();
    else await (known ?? (await open())).handleRequest(request, response);
  };
}
