import type { Socket } from 'node:net';
import { credential, key, model, provider, simulated } from './fragments.ts';
import { askRaw } from './clients.ts';
import { startRawPeer } from './raw-peer.ts';
import { startTestGateway } from './start-test-gateway.ts';

/** The credential of the provider `only`. */
export const SECRET = 'sk-live-0123456789abcdef0123456789abcdef';

/** The head of a stream that ends with its connection. */
export const STREAM =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n';

/** What a provider does with a request. */
export type Plays = (socket: Socket) => void;

/** Sends this, and ends the connection. */
export const sends =
  (wire: string | Buffer): Plays =>
  (socket) =>
    socket.end(wire);

/** An event of a stream. */
export const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** A gateway whose first provider does this to every request, before a healthy one for `safe`. */
export async function startHostile(plays: Plays, timeoutMs = 2000) {
  const peer = await startRawPeer((socket, read) => {
    if (read.startsWith('POST ')) plays(socket);
  });
  const baseUrl = `http://127.0.0.1:${peer.port}/v1`;
  const gateway = await startTestGateway({
    fragments: {
      providers: [
        provider('only', { baseUrl, timeoutMs, credential: 'set' }),
        simulated('healthy'),
      ],
      credentials: [credential('only', SECRET)],
      models: [
        model('main', 'only', { prices: { input: '1000000000', output: '1000000000' } }),
        model('spare', 'healthy'),
        model('safe', 'only', { fallbacks: ['spare'] }),
      ],
      keys: [key('alice')],
    },
  });
  return {
    gateway,
    peer,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
    },
  };
}

/** Asks for a stream. */
export const askStream = (url: string, name = 'main') => askRaw(url, name, { stream: true });
