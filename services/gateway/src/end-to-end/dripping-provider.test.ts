import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { atMost } from '../testing/at-most.ts';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { askRaw } from '../testing/gateway-answer.ts';
import { startRawPeer } from '../testing/raw-peer.ts';
import { completion, delta } from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/usage-of.ts';

const TIMEOUT_MS = 2000;
const LONGEST_MS = atMost(2200);
const STREAM = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n';
const JSON_HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n';
const EMPTY = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n';

/** Sends what it is to send at once, and then the rest again and again, a byte every 50 ms. */
function drip(socket: Socket, atOnce: string, rest: string): void {
  socket.write(atOnce);
  let at = 0;
  const timer = setInterval(() => {
    socket.write(rest[at % rest.length] ?? '');
    at += 1;
  }, 50);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

const startWith = async (atOnce: string, rest: string, requestTimeoutMs = 60_000) => {
  const peer = await startRawPeer((socket) => {
    drip(socket, atOnce, rest);
  });
  const gateway = await startTestGateway({
    config: { requestTimeoutMs },
    fragments: {
      providers: [
        provider('slow', {
          baseUrl: `http://127.0.0.1:${peer.port}/v1`,
          timeoutMs: TIMEOUT_MS,
          maxRetries: 3,
        }),
        simulated('healthy'),
      ],
      models: [model('main', 'slow', { fallbacks: ['spare'] }), model('spare', 'healthy')],
      keys: [key('alice')],
    },
  });
  return {
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
    },
  };
};

it.concurrent.each([
  ['its head', 'HTTP/1.1 200 OK\r\nx-a: ', 'a', false],
  ['its body', JSON_HEAD, JSON.stringify(completion('x'.repeat(500))), false],
  ['the head of a stream', 'HTTP/1.1 200 OK\r\nx-a: ', 'a', true],
  ['comments of a stream', STREAM, ': ping\n\n', true],
  ['the first event of a stream', STREAM, delta('x'.repeat(9999)), true],
  ['events of a stream that say nothing', STREAM + EMPTY, EMPTY, true],
])(
  'a provider that drips %s is left for a healthy one within 2.2 s',
  async (what, atOnce, rest, stream) => {
    await using both = await startWith(atOnce, rest);
    const startedAt = performance.now();
    const answer = await askRaw(both.gateway.url, 'main', { stream });
    const tookMs = Math.round(performance.now() - startedAt);
    expect(answer.status).toBe(200);
    expect(answer.head).toContain('x-aicp-model: spare');
    expect(answer.head).toContain('x-aicp-attempts: 2');
    expect(answer.body).not.toContain('ping');
    expect({ what, tookMs, isInTime: tookMs <= LONGEST_MS }).toMatchObject({ isInTime: true });
  },
);

it.concurrent(
  'a stream that drips after its first content is broken off within 2.2 s',
  async () => {
    await using both = await startWith(STREAM + delta('one'), ': ping\n\n');
    const startedAt = performance.now();
    const answer = await askRaw(both.gateway.url, 'main', { stream: true });
    expect(performance.now() - startedAt).toBeLessThan(LONGEST_MS);
    expect(answer.isWhole).toBe(true);
    expect(answer.body).toContain('broke off before its end');
    expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'provider_failed' });
  },
);

it.concurrent(
  'a request whose time is over is told so, although another provider is healthy',
  async () => {
    await using both = await startWith(
      STREAM,
      'data: {"choices":[{"delta":{"content":"x"}}]}\n\n',
      1000,
    );
    const startedAt = performance.now();
    const answer = await askRaw(both.gateway.url, 'main', { stream: true });
    expect(performance.now() - startedAt).toBeLessThan(atMost(1500));
    expect(answer.status).toBe(504);
  },
);
