import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../config.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { askRaw } from '../testing/gateway-answer.ts';
import { pour } from '../testing/pour.ts';
import { startRawPeer } from '../testing/raw-peer.ts';
import { askSlowly, slowRequest } from '../testing/slow-reader.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/usage-of.ts';
import { waitFor } from '../testing/wait-for.ts';

const USAGE = '"usage":{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8}';
const CHOICES = '"choices":[{"index":0,"message":{"role":"assistant","content":"x"}}]';
const PIECE = Buffer.from(`,"${'x'.repeat(65_533)}"`);
const EVENT = Buffer.from(`data: {"choices":[{"delta":{"content":"${'x'.repeat(9_000)}"}}]}\n\n`);
const CHUNKED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n';

/** A gateway before a provider that does this with each request. */
async function startBefore(answer: (socket: Socket) => void, config: Partial<GatewayConfig> = {}) {
  const peer = await startRawPeer((socket, read) => {
    if (read.startsWith('POST ')) answer(socket);
  });
  const prices = { input: '1000000000', output: '1000000000' };
  const gateway = await startTestGateway({
    fragments: {
      providers: [provider('only', { baseUrl: `http://127.0.0.1:${peer.port}/v1` })],
      models: [model('main', 'only', { prices })],
      keys: [key('alice')],
    },
    config,
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

/** Sends a JSON object of these members, with so many pieces of 64 KiB between them, and hangs up. */
const sending =
  ([first, last]: readonly [string, string], times: number) =>
  (socket: Socket): void => {
    const end = `],${last}}`;
    pour(socket, `${CHUNKED}{${first},"x":[0`, { piece: PIECE, times, end, hangsUp: true });
  };

describe('a large JSON answer', () => {
  it.each([
    ['at its end', [CHOICES, USAGE]],
    ['at its beginning', [USAGE, CHOICES]],
  ] as const)(
    'is passed on whole, with its usage %s and its cost in a trailer',
    async (_, members) => {
      await using around = await startBefore(sending(members, 40));
      const answer = await askRaw(around.gateway.url, 'main');
      expect(answer).toMatchObject({ status: 200, isWhole: true });
      const [first, last] = members;
      const whole = `{${first},"x":[0${PIECE.toString().repeat(40)}],${last}}`;
      expect(answer.body.startsWith(whole)).toBe(true);
      expect(answer.head).toContain('trailer: x-aicp-cost-usd');
      expect((await usageOf(around.gateway))[0]).toMatchObject({
        source: 'provider',
        completion: 'complete',
        input: 3,
        output: 5,
      });
    },
  );

  it.each([
    [
      'breaks off',
      (socket: Socket) => {
        pour(socket, `${CHUNKED}{${CHOICES},"x":[0`, { piece: PIECE, times: 10, hangsUp: true });
      },
    ],
    [
      'turns out to be no JSON',
      (socket: Socket) => {
        pour(socket, `${CHUNKED}{${CHOICES},"x":[0`, {
          piece: PIECE,
          times: 10,
          end: ']]',
          hangsUp: true,
        });
      },
    ],
    [
      'has no end',
      (socket: Socket) => {
        pour(socket, `${CHUNKED}{${CHOICES},"x":[0`, { piece: PIECE });
      },
    ],
  ])(
    'that %s is cut, so that nobody takes it for whole, and recorded as failed',
    async (_, answers) => {
      await using around = await startBefore(answers);
      const answer = await askRaw(around.gateway.url, 'main');
      expect(answer).toMatchObject({ status: 200, isWhole: false });
      expect((await usageOf(around.gateway))[0]).toMatchObject({
        source: 'estimate',
        completion: 'provider_failed',
      });
    },
  );

  it('that finds no room in memory is 503, with a time to come back', async () => {
    await using around = await startBefore(sending([CHOICES, USAGE], 10), {
      answerBytes: 200_000,
    });
    const answer = await askRaw(around.gateway.url, 'main');
    expect(answer.status).toBe(503);
    expect(answer.head).toContain('retry-after: 1');
    expect(answer.body).toContain('"code":"overloaded"');
  });
});

describe('a client that reads nothing', () => {
  it.each([
    ['a large JSON answer', 'application/json', `{${CHOICES},"x":[0`, PIECE],
    ['a stream', 'text/event-stream', EVENT.toString(), EVENT],
  ])(
    'of %s is ended with its provider connection, and recorded',
    async (what, contentType, begin, piece) => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\nconnection: close\r\n\r\n`;
      const pours = (socket: Socket): void => {
        pour(socket, head + begin, { piece });
      };
      await using around = await startBefore(pours, { clientStallMs: 200 });
      const { port } = around.gateway.running;
      const reader = askSlowly(port, slowRequest({ stream: what === 'a stream' }));
      await waitFor(() => around.peer.sockets[0]?.closed, 20_000);
      reader.leave();
      const [record] = await usageOf(around.gateway);
      expect(record).toMatchObject({ completion: 'client_gone', source: 'estimate' });
      expect(record?.output).toBeGreaterThan(0);
    },
  );
});
