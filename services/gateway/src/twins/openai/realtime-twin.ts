import type { IncomingHttpHeaders } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import { WebSocketServer, type WebSocket } from 'ws';
import { TwinSession } from './realtime-session.ts';

/** A session as it was asked for. */
export interface ReceivedSession {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Messages of the client, in their order. */
  readonly messages: string[];
}

/** Handles a socket in the place of a session. */
export type SessionScript = (socket: WebSocket, session: ReceivedSession) => void;

export interface RealtimeTwin extends AsyncDisposable {
  /** Without a path. */
  readonly origin: string;
  readonly received: readonly ReceivedSession[];
  /** Sessions that are open. */
  readonly open: () => number;
}

const PATH = /^(?:\/v1|\/openai\/v1|\/openai)\/realtime\?/;

/** A server that opens sessions as OpenAI and Azure do, and refuses whoever has no key. `script`: what it does instead, as a vendor that is ill. */
export async function startRealtimeTwin(script?: SessionScript): Promise<RealtimeTwin> {
  const received: ReceivedSession[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const listening = await listen(
    (_request, response) => {
      response.writeHead(404).end('{"error":{"message":"There is nothing here."}}');
    },
    { host: '127.0.0.1', port: 0 },
  );
  listening.server.on('upgrade', (request, socket, head) => {
    const { url = '', headers } = request;
    const status = refusalOf(url, headers);
    if (status !== undefined) {
      const body = JSON.stringify({
        error: { message: 'The twin refuses.', type: 'invalid', code: 'no', param: null },
      });
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      const session = { url, headers, messages: [] as string[] };
      received.push(session);
      client.on('message', (data) => session.messages.push((data as Buffer).toString()));
      (script ?? serve)(client, session);
    });
  });
  return {
    origin: `http://127.0.0.1:${listening.port}`,
    received,
    open: () => sockets.clients.size,
    [Symbol.asyncDispose]: async () => {
      for (const client of sockets.clients) client.terminate();
      await listening.close(0);
    },
  };
}

function serve(socket: WebSocket, { url }: ReceivedSession): void {
  const query = new URL(url, 'http://twin').searchParams;
  const model = query.get('model') ?? query.get('deployment') ?? '';
  const session = new TwinSession(model, {
    say: (event) => {
      socket.send(JSON.stringify(event));
    },
    cut: () => {
      // What was said goes out before the connection breaks.
      socket.ping('', undefined, () => {
        socket.terminate();
      });
    },
  });
  socket.on('message', (data) => {
    session.take((data as Buffer).toString());
  });
}

function refusalOf(url: string, headers: IncomingHttpHeaders): number | undefined {
  if (!PATH.test(url)) return 404;
  if (url.includes('unknown-model')) return 400;
  const hasKey =
    /^Bearer \S+$/.test(headers.authorization ?? '') || headers['api-key'] !== undefined;
  return hasKey ? undefined : 401;
}
