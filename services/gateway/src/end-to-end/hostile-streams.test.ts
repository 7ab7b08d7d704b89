import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { clientOf, saying, askRaw } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import {
  askStream,
  event,
  sends,
  startHostile,
  STREAM,
  type Plays,
} from '../testing/hostile-provider.ts';
import { pour, startRawPeer } from '../testing/raw-peer.ts';
import { delta, ENDING, completion } from '../testing/scripted-provider.ts';
import { waitFor, atMost } from '../testing/wait-for.ts';
import type { Socket } from 'node:net';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

describe('hostile streams', () => {
  const DONE = ENDING[2];
  const ROLE = event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });

  describe('a flood before the first content is left for the healthy provider, and not read on', () => {
    const flood = (piece: string, head = STREAM): Plays => {
      const many = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
      return (socket) => {
        pour(socket, head, { piece: many });
      };
    };
    const bomb = gzipSync(Buffer.alloc(200_000_000, 'x'));
    const zipped = STREAM.replace('\r\n\r\n', '\r\ncontent-encoding: gzip\r\n\r\n');
    it.each<[string, Plays]>([
      ['comments', flood(': ping\n\n')],
      ['one comment without an end', flood('x', `${STREAM}:`)],
      ['roles', flood(ROLE)],
      ['fields that nobody knows', flood('x: y\n')],
      ['a line without a field', flood('x')],
      ['one event without an end', flood('x', `${STREAM}data: {"choices":[{"x":"`)],
      ['a compressed line without a field', sends(Buffer.concat([Buffer.from(zipped), bomb]))],
    ])('of %s', async (_, plays) => {
      let written = 0;
      await using both = await startHostile((socket) => {
        socket.on('close', () => (written += socket.bytesWritten));
        plays(socket);
      });
      const answer = await askStream(both.gateway.url, 'safe');
      expect([answer.status, /x-aicp-model: (\w+)/.exec(answer.head)?.[1]]).toEqual([200, 'spare']);
      expect(answer.body.length).toBeLessThan(100_000);
      await waitFor(() => written > 0);
      expect(written).toBeLessThan(40_000_000);
    });

    it('and after it, is broken off', async () => {
      await using both = await startHostile(flood('x', `${STREAM}${delta('one')}: `));
      const answer = await askStream(both.gateway.url);
      expect(answer.body.length).toBeLessThan(400_000);
      expect(answer.body).toContain('broke off before its end');
    });

    it('and of comments after it, is broken off when its time is over, however slowly the client reads', async () => {
      await using both = await startHostile(flood(': ping\n\n', STREAM + delta('one')), 500);
      const answer = await askStream(both.gateway.url);
      expect(answer.body).toContain('broke off before its end');
    });
  });

  describe('[DONE]', () => {
    it('ends the answer, whatever follows, and the connection that stays open is dropped', async () => {
      await using both = await startHostile((socket) => {
        socket.write(STREAM + delta('all') + ENDING.join('') + DONE + delta('more'));
      });
      const answer = await askStream(both.gateway.url);
      expect(answer.body.match(/\[DONE\]/g)).toHaveLength(1);
      expect(answer.body).not.toContain('more');
      expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'complete' });
      await waitFor(() => both.peer.sockets[0]?.destroyed);
    });

    it('leaves the connection for the next request where the provider ends it soon', async () => {
      const head = STREAM.replace('connection: close', 'transfer-encoding: chunked');
      const events = delta('all') + ENDING.join('');
      let isEnded = false;
      await using both = await startHostile((socket) => {
        socket.write(`${head}${events.length.toString(16)}\r\n${events}\r\n`);
        setTimeout(() => socket.write('0\r\n\r\n', () => (isEnded = true)), 100);
      });
      await askStream(both.gateway.url);
      await waitFor(() => isEnded);
      for (let turn = 0; turn < 20; turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      await askStream(both.gateway.url);
      expect(both.peer.sockets).toHaveLength(1);
    });
  });

  describe('line ends of every kind', () => {
    const events = [delta('one'), delta('two'), ENDING[0], DONE].join('');
    it.each([
      ['CR', events.replaceAll('\n', '\r')],
      ['CRLF', events.replaceAll('\n', '\r\n')],
      ['CR and LF in turn', events.replaceAll('\n\n', '\r\n\r')],
      ['data over several lines', events.replaceAll('"choices"', '\ndata: "choices"')],
    ])('(%s) are read', async (_, wire) => {
      await using both = await startHostile(sends(STREAM + wire));
      const { completions } = clientOf(both.gateway).chat;
      const chunks = await collect(
        await completions.create({ model: 'main', messages: saying('hi'), stream: true }),
      );
      expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('onetwo');
      expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'complete' });
    });
  });
});

describe('dripping provider', () => {
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
});
