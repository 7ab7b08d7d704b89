import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  readonly server: Server;
  /** Takes no new request, waits up to `graceMs` for the open ones, then cuts them. */
  close(graceMs: number): Promise<void>;
}

export interface TlsFiles {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
}

/** What requests and responses are made as, where not as Node's own. */
export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

const CLOSE_IDLE_EVERY_MS = 50;

/** Serves `handler`; resolves once the port is open, rejects with the system's error where it can't be. Port 0 takes a free one. */
export async function listen(
  handler: RequestListener,
  options: { host: string; port: number; tls?: TlsFiles; classes?: MessageClasses },
): Promise<Listening> {
  const { tls, classes } = options;
  const server: Server = tls
    ? createTlsServer({ ...tls, ...classes }, handler)
    : createServer({ ...classes }, handler);
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    server,
    close: (graceMs) => closeServer(server, graceMs),
  };
}

/** A connection that falls idle while the server closes is closed too: Node would keep it for another request. */
async function closeServer(server: Server, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, CLOSE_IDLE_EVERY_MS);
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
