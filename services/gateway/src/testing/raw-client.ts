import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client that writes byte for byte, and never closes its own side. */
export interface RawClient {
  readonly socket: Socket;
  /** What came so far. */
  readonly read: () => string;
  /** Whether the other side is done: it ended the connection, or cut it. */
  readonly isOver: () => boolean;
}

/** Connects to a port of this machine and writes this at once. */
export async function rawClient(url: string, bytes: string): Promise<RawClient> {
  const socket = connect({
    ...{ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true },
  });
  let read = '';
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  // A cut that comes as a reset is a cut.
  socket.on('error', over).on('end', over).on('close', over);
  socket.on('data', (data) => (read += data.toString('latin1')));
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  return { socket, read: () => read, isOver: () => isOver };
}

/** The head of a request that asks for a session. */
export const upgradeHead = (headers: Readonly<Record<string, string>> = {}): string => {
  const all = {
    ...{ host: 'a', connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET /v1/realtime?model=voice HTTP/1.1\r\n${lines.join('')}\r\n`;
};
