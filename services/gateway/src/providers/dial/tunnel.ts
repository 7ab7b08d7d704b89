import type { Socket } from 'node:net';
import type { ForwardProxy } from './forward-proxy.ts';
import { portOf } from './no-proxy.ts';

/** The answer to CONNECT is a status line and a few headers. */
const MOST_BYTES = 16_384;

export interface TunnelOptions {
  /** A connection to the proxy. */
  readonly socket: Socket;
  readonly proxy: ForwardProxy;
  /** Where the tunnel is to lead. */
  readonly origin: URL;
  /** What is written to the socket from now on goes to the origin. */
  readonly opened: () => void;
  /** In words, without anything that the proxy says beyond its status. */
  readonly failed: (why: string) => void;
}

/** Asks a proxy for a tunnel to an origin (RFC 9110, 9.3.6). Whoever asks hears himself of a socket that breaks. */
export function openTunnel({ socket, proxy, origin, opened, failed }: TunnelOptions): void {
  let answer = Buffer.alloc(0);
  const end = (): void => {
    socket.off('data', read);
  };
  const fail = (why: string): void => {
    end();
    failed(`the proxy ${proxy.url.host} ${why}`);
  };
  const read = (bytes: Buffer): void => {
    answer = Buffer.concat([answer, bytes]);
    const at = answer.indexOf('\r\n\r\n');
    if (at === -1) {
      if (answer.length > MOST_BYTES) fail('gave no proper answer to CONNECT');
      return;
    }
    const status = /^HTTP\/1\.[01] ([0-9]{3})\b/.exec(answer.toString('latin1', 0, at))?.[1];
    if (status === undefined) fail('gave no proper answer to CONNECT');
    else if (status.startsWith('2')) {
      end();
      socket.pause();
      const early = answer.subarray(at + 4);
      if (early.length > 0) socket.unshift(early);
      opened();
    } else fail(`refused the tunnel with ${status}${ADVICE[status] ?? ''}`);
  };
  socket.on('data', read);
  socket.write(connectHead(proxy, origin), 'latin1');
}

const ADVICE: Readonly<Record<string, string>> = {
  403: ': it does not allow this destination',
  407: ': it asks for a name and a password, or others',
};

function connectHead({ authorization }: ForwardProxy, origin: URL): string {
  const authority = `${origin.hostname}:${portOf(origin)}`;
  return (
    `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n` +
    `${proxyAuthorization(authorization)}\r\n`
  );
}

/** The header that tells a proxy who asks; empty where it asks for nothing. */
export const proxyAuthorization = (authorization: string | undefined): string =>
  authorization === undefined ? '' : `proxy-authorization: ${authorization}\r\n`;
