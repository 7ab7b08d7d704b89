import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { saying } from '../testing/client-of.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { startIsolatedGateway } from '../testing/isolated-gateway.ts';
import { pour } from '../testing/pour.ts';
import { startRawPeer } from '../testing/raw-peer.ts';

const AT_A_TIME = 30;
const MOST_MIB = 400;
const PIECE = Buffer.alloc(65_536, 'x');

/** A gateway as a process of its own, before a provider that pours. */
async function startWith(pours: (socket: Socket) => void) {
  await using starting = new AsyncDisposableStack();
  let poured = 0;
  const peer = starting.use(
    await startRawPeer((socket, read) => {
      if (!read.startsWith('POST ')) return;
      poured += 1;
      pours(socket);
    }),
  );
  const gateway = starting.use(
    await startIsolatedGateway({
      providers: [provider('only', { baseUrl: `http://127.0.0.1:${peer.port}/v1` })],
      models: [model('main', 'only')],
      keys: [key('alice')],
    }),
  );
  const running = starting.move();
  return {
    poured: () => poured,
    peakMemory: () => gateway.process.peakMemory(),
    ask: () => ask(gateway.url),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function ask(url: string): Promise<number> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ model: 'main', messages: saying('hi') }),
    signal: AbortSignal.timeout(60_000),
  });
  await response.body?.pipeTo(new WritableStream());
  return response.status;
}

const endless = (status: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n`;

it.each([
  ['errors of the provider', '500 X', '{"error":{"message":"', [502]],
  ['errors of the request', '400 X', '{"error":{"message":"', [400]],
  ['answers that nobody knows for such', '200 OK', '{"x":"', [502, 503, 504]],
])(
  '30 endless %s at a time end, and keep the gateway below 400 MiB',
  async (_what, status, begin, expected) => {
    const head = endless(status) + begin;
    await using around = await startWith((socket) => {
      pour(socket, head, { piece: PIECE });
    });
    const statuses = await Promise.all(Array.from({ length: AT_A_TIME }, () => around.ask()));
    expect(statuses.filter((one) => !expected.includes(one))).toEqual([]);
    expect(around.poured()).toBe(AT_A_TIME);
    expect(await around.peakMemory()).toBeLessThan(MOST_MIB);
  },
  90_000,
);
