import { createServer, type RequestListener, type Server } from 'node:http';
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

/** Serves `handler`; resolves once the port is open, rejects with the system's error where it can't be. Port 0 takes a free one. */
export async function listen(
  handler: RequestListener,
  options: { host: string; port: number; tls?: TlsFiles },
): Promise<Listening> {
  const server: Server = options.tls
    ? createTlsServer(options.tls, handler)
    : createServer(handler);
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

async function closeServer(server: Server, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
