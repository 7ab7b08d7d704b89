import {
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { issueCa, issueServer, type Issued } from '@aicp/common/tls/issue-certificate';
import type { Route } from '../providers/dial/route.ts';
import { Http2Pool } from '../providers/http2/http2-pool.ts';

/** Answers stream number `count` of all (0 is the first). */
export type StreamScript = (
  stream: ServerHttp2Stream,
  request: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  count: number,
) => void;

export interface Http2Peer extends AsyncDisposable {
  readonly port: number;
  /** In the order in which they were opened. */
  readonly sessions: readonly ServerHttp2Session[];
  readonly server: Http2SecureServer;
}

/** Speaks HTTP/2 on a loopback address, and answers each stream once its request is whole. */
export async function startHttp2Peer(
  certificate: Issued,
  script: StreamScript,
  settings: Settings = {},
): Promise<Http2Peer> {
  const sessions: ServerHttp2Session[] = [];
  let count = 0;
  const server = createSecureServer({ ...certificate, settings });
  server.on('session', (session) => {
    sessions.push(session.on('error', () => undefined));
  });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const chunks: Buffer[] = [];
    const number = count;
    count += 1;
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      if (!stream.destroyed) script(stream, { headers, body: Buffer.concat(chunks) }, number);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sessions,
    server,
    [Symbol.asyncDispose]: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An authority, and the certificate that it gave this machine. */
interface TestCertificates {
  readonly ca: string;
  readonly certificate: Issued;
}

/** Made anew for each file of tests. */
export async function testCertificates(): Promise<TestCertificates> {
  const now = Date.now();
  const times = { fromMs: now, untilMs: now + 3_600_000 };
  const ca = await issueCa({ name: 'authority', ...times });
  const certificate = await issueServer(ca, { name: 'test', hosts: ['127.0.0.1'], ...times });
  return { ca: ca.cert, certificate };
}

/** Sessions to a port of this machine. */
export const http2PoolTo = (
  port: number,
  { ca }: TestCertificates,
  more: { readonly route?: Partial<Route>; readonly clock?: Clock } = {},
): Http2Pool =>
  new Http2Pool({
    route: {
      origin: new URL(`https://127.0.0.1:${port}`),
      guard: addressGuard(LOCAL_TOO),
      tls: { ca, clientCertificate: undefined, serverName: undefined },
      ...more.route,
    },
    readBuffer: Buffer.alloc(65_536),
    clock: more.clock ?? systemClock,
  });
