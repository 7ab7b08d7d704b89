import {
  addressGuard,
  LOCAL_TOO,
  type Egress,
  type ResolveName,
} from '@aicp/common/http/address-guard';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import type { Issued } from '@aicp/common/tls/issue-certificate';
import { createServer, type AddressInfo, type Socket, connect } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { ProxyRoute } from '../providers/dial/route.ts';
import type { TlsIdentity } from '../providers/dial/tls-identity.ts';
import { ConnectionPool } from '../providers/http1/connection-pool.ts';
import type { RequestPool } from '../providers/http1/wire-call.ts';
import type { UpstreamError, UpstreamReceiver } from '../providers/upstream/provider-client.ts';

/** What a peer does with the bytes that it reads, on which connection: 0 is the first. */
export type Peer = (socket: Socket, read: string, connection: number) => void;

export interface RawPeer extends AsyncDisposable {
  readonly port: number;
  /** In the order in which they were opened. */
  readonly sockets: readonly Socket[];
}

/** Listens on a loopback address and lets `peer` answer byte for byte. */
export async function startRawPeer(
  peer: Peer,
  options: { certificate?: Issued & TlsOptions; host?: string } = {},
): Promise<RawPeer> {
  const { certificate, host = '127.0.0.1' } = options;
  const sockets: Socket[] = [];
  const accept = (socket: Socket): void => {
    const connection = sockets.push(socket) - 1;
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      peer(socket, data.toString('latin1'), connection);
    });
  };
  const server = certificate ? createTlsServer(certificate, accept) : createServer(accept);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const NO_IDENTITY = { ca: undefined, clientCertificate: undefined, serverName: undefined };

/** A pool of connections to a port of this machine. */
export const poolFor = (
  port: number,
  options: {
    scheme?: string;
    host?: string;
    clock?: Clock;
    egress?: Egress;
    resolve?: ResolveName;
    proxy?: ProxyRoute;
    tls?: Partial<TlsIdentity>;
  } = {},
): ConnectionPool =>
  new ConnectionPool({
    route: {
      origin: new URL(`${options.scheme ?? 'http'}://${options.host ?? '127.0.0.1'}:${port}`),
      guard: addressGuard(options.egress ?? LOCAL_TOO, options.resolve),
      proxy: options.proxy,
      tls: options.tls && { ...NO_IDENTITY, ...options.tls },
    },
    readBuffer: Buffer.alloc(65_536),
    clock: options.clock ?? systemClock,
  });

/** Sends a request; `over` resolves with the answer's body, or rejects. */
export function ask(
  pool: RequestPool,
  options: {
    body?: string;
    connectTimeoutMs?: number;
    timeoutMs?: number;
    receiver?: Partial<UpstreamReceiver>;
  } = {},
) {
  const { promise: over, resolve, reject } = Promise.withResolvers<string>();
  over.catch(() => undefined);
  const chunks: Buffer[] = [];
  const heard: string[] = [];
  const body = Buffer.from(options.body ?? 'hello', 'latin1');
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`;
  const call = pool.send(
    {
      head,
      body,
      connectTimeoutMs: options.connectTimeoutMs ?? 5000,
      timeoutMs: options.timeoutMs ?? 5000,
    },
    {
      onStart: (status) => heard.push(`start ${status}`),
      onData: (chunk) => chunks.push(chunk),
      onEnd: () => {
        resolve(Buffer.concat(chunks).toString('latin1'));
      },
      onError: reject,
      ...options.receiver,
    },
  );
  return { over, call, heard, chunks };
}

/** What a request failed with; rejects where it did not. */
export async function failureOf(over: Promise<unknown>): Promise<UpstreamError> {
  const failure: unknown = await over.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure === undefined) throw new Error('it did not fail');
  return failure as UpstreamError;
}

/** Posts a chat request's body over a connection of its own, and answers what comes: one answer of a declared length. */
export async function postRaw(port: number, body: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    return await new Promise((resolve, reject) => {
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
        if (isWhole(answer)) resolve(answer);
      });
      socket.once('error', reject);
      socket.once('end', () => {
        reject(new Error(`the connection ended after ${JSON.stringify(answer)}`));
      });
      socket.write(chatHead(body.length));
      socket.write(body);
    });
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  const length = /^content-length: ([0-9]+)/im.exec(answer)?.[1];
  return head !== -1 && length !== undefined && answer.length >= head + 4 + Number(length);
}

/** The head of a chat request. */
export const chatHead = (length: number): string =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sk-alice\r\ncontent-length: ${length}\r\n\r\n`;

/** The status of a raw answer. */
export const statusOf = (answer: string): number => Number(answer.slice(9, 12));

/** What a peer pours: the same piece for as long as it is taken, or so many times, and then the end. */
interface Pouring {
  readonly piece: Buffer;
  readonly times?: number;
  readonly end?: string;
  /** Whether it ends the connection after that. */
  readonly hangsUp?: boolean;
}

/** Writes as fast as the other side reads. */
export function pour(
  socket: Socket,
  head: string,
  { piece, times = Infinity, end = '', hangsUp = false }: Pouring,
): void {
  let left = times;
  const more = (): void => {
    while (left > 0 && socket.writable) {
      left -= 1;
      if (socket.write(piece)) continue;
      socket.once('drain', more);
      return;
    }
    if (socket.writable) socket.write(end);
    if (hangsUp) socket.end();
  };
  socket.write(head);
  more();
}
