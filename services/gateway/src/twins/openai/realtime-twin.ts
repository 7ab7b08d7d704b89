import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { startTwin, type TwinSockets } from '../kit/start-twin.ts';
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

/** Where a vendor opens sessions, and for whom. */
export interface RealtimeVendor {
  /** Path and query. */
  readonly addresses: RegExp;
  readonly isKnown: (headers: IncomingHttpHeaders) => boolean;
}

const OPENAI: RealtimeVendor = {
  addresses: /^\/v1\/realtime\?/,
  isKnown: ({ authorization = '' }) => /^Bearer \S+$/.test(authorization),
};

/** OpenAI's address and Azure's two, for whoever has a key. */
const EITHER: RealtimeVendor = {
  addresses: /^(?:\/v1|\/openai\/v1|\/openai)\/realtime\?/,
  isKnown: (headers) => OPENAI.isKnown(headers) || headers['api-key'] !== undefined,
};

/** The sessions of a twin, which it opens as its vendor does; absent: as OpenAI. */
export class RealtimeSockets implements TwinSockets {
  private readonly vendor: RealtimeVendor;
  private readonly serve: SessionScript;
  private readonly sockets = new WebSocketServer({ noServer: true });

  constructor(vendor: RealtimeVendor = OPENAI, script: SessionScript = converse) {
    this.vendor = vendor;
    this.serve = script;
  }

  /** Sessions that are open. */
  get open(): number {
    return this.sockets.clients.size;
  }

  /** Answers a request for a session. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { url = '', headers } = request;
    const status = this.refusalOf(url, headers);
    if (status !== undefined) {
      const body = JSON.stringify({
        error: { message: 'The twin refuses.', type: 'invalid', code: 'no', param: null },
      });
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      // Whoever breaks the rules of WebSockets is cut, and hurts nobody else.
      client.on('error', () => {
        client.terminate();
      });
      this.serve(client, { url, headers, messages: [] });
    });
  }

  /** Cuts all of them. */
  close(): void {
    for (const client of this.sockets.clients) client.terminate();
  }

  private refusalOf(url: string, headers: IncomingHttpHeaders): number | undefined {
    const { addresses, isKnown } = this.vendor;
    if (!addresses.test(url)) return 404;
    if (url.includes('unknown-model')) return 400;
    return isKnown(headers) ? undefined : 401;
  }
}

/** A server that opens sessions as OpenAI and Azure do, remembers them, and refuses whoever has no key. `script`: what it does instead, as a vendor that is ill. */
export async function startRealtimeTwin(script: SessionScript = converse): Promise<RealtimeTwin> {
  const received: ReceivedSession[] = [];
  const sockets = new RealtimeSockets(EITHER, (client, session) => {
    received.push(session);
    client.on('message', (data) => session.messages.push((data as Buffer).toString()));
    script(client, session);
  });
  const twin = await startTwin({ routes: [], sockets });
  return {
    origin: twin.origin,
    received,
    open: () => sockets.open,
    [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose](),
  };
}

function converse(socket: WebSocket, { url }: ReceivedSession): void {
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
