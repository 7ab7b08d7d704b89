import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Issued } from '@aicp/common/tls/issue-certificate';

/** What a proxy makes of CONNECT in the place of a tunnel: bytes that it says, an end, or nothing at all. */
export type Mischief = { readonly says: string } | 'hangs' | 'cuts';

export interface ProxyPeerOptions {
  /** `name:password` that it asks for. */
  readonly credentials?: string;
  readonly mischief?: Mischief;
  /** Speaks TLS itself. */
  readonly certificate?: Issued;
}

/** A forward proxy that knows all names as this machine. */
export interface ProxyPeer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: URL;
  /** First lines of what it was asked: `CONNECT api.test:443`, `POST http://api.test/v1`. */
  readonly asked: string[];
  /** Headers of the same. */
  readonly headers: IncomingMessage['headers'][];
}

export async function startProxyPeer(options: ProxyPeerOptions = {}): Promise<ProxyPeer> {
  const { certificate, credentials } = options;
  const server: Server = certificate ? createTlsServer(certificate) : createServer();
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Duplex>();
  const isAllowed = (message: IncomingMessage): boolean => {
    asked.push(`${message.method} ${message.url}`);
    headers.push(message.headers);
    const expected = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`;
    return credentials === undefined || message.headers['proxy-authorization'] === expected;
  };
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', (message: IncomingMessage, client: Duplex) => {
    sockets.add(client.on('error', () => undefined));
    if (!isAllowed(message)) client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    else if (options.mischief === undefined) sockets.add(tunnel(message, client));
    else misbehave(client, options.mischief);
  });
  server.on('request', (message, response) => {
    if (isAllowed(message)) {
      forward(message, response);
    } else {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('no');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${certificate ? 'https' : 'http'}://127.0.0.1:${port}`),
    asked,
    headers,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function tunnel({ url }: IncomingMessage, client: Duplex): Socket {
  const port = Number(/:([0-9]+)$/.exec(url ?? '')?.[1]);
  const upstream = connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    client.pipe(upstream).pipe(client);
  });
  client.on('close', () => upstream.destroy());
  return upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
}

function misbehave(client: Duplex, mischief: Mischief): void {
  if (mischief === 'cuts') client.destroy();
  else if (mischief !== 'hangs') client.write(mischief.says);
}

function forward(message: IncomingMessage, response: ServerResponse): void {
  const { port, pathname: path } = new URL(message.url ?? '');
  const { method, headers } = message;
  const upstream = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.writeHead(502).end());
  message.pipe(upstream);
}
