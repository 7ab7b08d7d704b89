import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Listening {
  readonly port: number;
  readonly server: Server;
  /** Connections that the server does not know of; they are closed with its own. */
  readonly asides: Aside[];
  /**
   * Tells each client with its next answer to come back elsewhere, for a moment in which requests on kept-alive connections still come;
   * then takes no new request, waits up to `graceMs` for the open ones, and cuts what is left.
   */
  close(graceMs: number): Promise<void>;
}

/** Connections of a server that somebody else reads. */
export interface Aside {
  /** Each client is told with its next answer to come back elsewhere. */
  sayFarewell(): void;
  closeIdle(): void;
  closeAll(): void;
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

/** Clients are told that a connection which they keep open is kept so long. */
export const KEEP_ALIVE_MS = 75_000;
const CLOSE_IDLE_EVERY_MS = 50;
/** How long the moment is, at most, and as a part of the grace. A connection that was idle for longer is hardly about to be used. */
const FAREWELL_MS = 1000;
const FAREWELL_PART = 1 / 20;

/** Serves `handler`; resolves once the port is open, rejects with the system's error where it can't be. Port 0 takes a free one. */
export async function listen(
  handler: RequestListener,
  options: { host: string; port: number; tls?: TlsFiles; classes?: MessageClasses },
): Promise<Listening> {
  const { tls, classes } = options;
  const server: Server = tls
    ? createTlsServer({ ...tls, ...classes }, handler)
    : createServer({ ...classes }, handler);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const asides: Aside[] = [];
  return {
    port: (server.address() as AddressInfo).port,
    server,
    asides,
    close: (graceMs) => closeServer({ server, asides }, graceMs),
  };
}

type Open = Pick<Listening, 'server' | 'asides'>;

async function closeServer(open: Open, graceMs: number): Promise<void> {
  await sayFarewell(open, Math.min(FAREWELL_MS, graceMs * FAREWELL_PART));
  await closeConnections(open, graceMs);
}

/** Closing a connection that looks idle loses the request that is on its way over it, so its client is asked to close it. */
async function sayFarewell({ server, asides }: Open, ms: number): Promise<void> {
  for (const aside of asides) aside.sayFarewell();
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const end = performance.now() + ms;
  while (performance.now() < end && (await hasConnections(server))) await delay(ms / 20);
}

const hasConnections = async (server: Server): Promise<boolean> =>
  await new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null && count > 0));
  });

/** A connection that falls idle while the server closes is closed too: Node would keep it for another request. */
async function closeConnections({ server, asides }: Open, graceMs: number): Promise<void> {
  const closeIdle = (): void => {
    server.closeIdleConnections();
    for (const aside of asides) aside.closeIdle();
  };
  await new Promise<void>((resolve) => {
    const sweep = setInterval(closeIdle, CLOSE_IDLE_EVERY_MS);
    const cut = setTimeout(() => {
      server.closeAllConnections();
      for (const aside of asides) aside.closeAll();
    }, graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
    closeIdle();
  });
}
