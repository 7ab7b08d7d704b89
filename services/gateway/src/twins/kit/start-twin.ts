import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '@aicp/common/http/listen';

/** A request as it reached a twin. */
export interface TwinRequest {
  readonly method: string;
  /** Without its query, as it was sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** What the route's pattern found in the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export interface TwinReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent one after the other. */
  readonly pieces: readonly Buffer[];
  /** The connection breaks after half of the pieces, or half of the only one. */
  readonly breaks?: boolean | undefined;
}

/** One kind of request: `path` is matched whole, its named groups are the params. */
export interface TwinRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  answer(request: TwinRequest): TwinReply;
}

/** A twin refuses a request, with the body that its vendor would send. */
export class TwinRefusal extends Error {
  override readonly name = 'TwinRefusal';
  readonly reply: TwinReply;

  constructor(status: number, body: unknown, headers?: Readonly<Record<string, string>>) {
    super(`refused with ${status}`);
    this.reply = jsonReply(body, status, headers);
  }
}

export interface Twin extends AsyncDisposable {
  /** Without a path: `http://127.0.0.1:40001`. */
  readonly origin: string;
  /** Every request that came, in order. */
  readonly received: readonly TwinRequest[];
}

/** The WebSockets of a twin. */
export interface TwinSockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Cuts those that are open. */
  close(): void;
}

export interface TwinOptions {
  readonly routes: readonly TwinRoute[];
  /** Absent: it opens none. */
  readonly sockets?: TwinSockets | undefined;
  /** Default: this machine alone. */
  readonly host?: string | undefined;
  /** Default: a free one. */
  readonly port?: number | undefined;
}

/** Requests that a twin remembers. */
const MOST_RECEIVED = 10_000;

/** A server that answers as a vendor would. What its routes throw, and is no `TwinRefusal`, is answered 500 with its words. */
export async function startTwin({
  routes,
  sockets,
  host = '127.0.0.1',
  port = 0,
}: TwinOptions): Promise<Twin> {
  const received: TwinRequest[] = [];
  const listening = await listen(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { reply, asked } = replyTo(routes, request, Buffer.concat(chunks));
        received.push(asked);
        if (received.length > MOST_RECEIVED) received.shift();
        send(response, reply);
      });
    },
    { host, port },
  );
  if (sockets)
    listening.server.on('upgrade', (request, socket, head) => {
      // A client that leaves in the middle of its handshake is none of ours.
      socket.on('error', () => socket.destroy());
      sockets.upgrade(request, socket, head);
    });
  return {
    origin: `http://${host}:${listening.port}`,
    received,
    [Symbol.asyncDispose]: () => {
      sockets?.close();
      return listening.close(0);
    },
  };
}

/** A reply of one JSON document. */
export const jsonReply = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TwinReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  pieces: [Buffer.from(JSON.stringify(body))],
});

/** A reply of server-sent events. */
export const eventsReply = (events: readonly string[], breaks = false): TwinReply => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  pieces: events.map((event) => Buffer.from(event)),
  breaks,
});

function replyTo(
  routes: readonly TwinRoute[],
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): { reply: TwinReply; asked: TwinRequest } {
  const [path = '/', query = ''] = url.split('?');
  const base = { method, path, query: new URLSearchParams(query), headers, body };
  for (const route of routes) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (found?.[0] !== path) continue;
    const asked = { ...base, params: decoded(found.groups) };
    return { asked, reply: replyOf(route, asked) };
  }
  const reply = jsonReply({ error: { message: `There is nothing at ${method} ${path}.` } }, 404);
  return { reply, asked: { ...base, params: {} } };
}

function replyOf(route: TwinRoute, asked: TwinRequest): TwinReply {
  try {
    return route.answer(asked);
  } catch (error) {
    if (error instanceof TwinRefusal) return error.reply;
    return jsonReply({ error: { message: String(error) } }, 500);
  }
}

const decoded = (groups: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
  );

function send(response: ServerResponse, { status, headers, pieces, breaks }: TwinReply): void {
  response.writeHead(status, headers);
  const sent = breaks === true ? halfOf(pieces) : pieces;
  for (const piece of sent) response.write(piece);
  // What was written goes out before the connection is cut.
  if (breaks === true) response.write('', () => response.socket?.end());
  else response.end();
}

function halfOf(pieces: readonly Buffer[]): readonly Buffer[] {
  const [first] = pieces;
  if (first && pieces.length === 1) return [first.subarray(0, Math.ceil(first.length / 2))];
  return pieces.slice(0, Math.ceil(pieces.length / 2));
}
