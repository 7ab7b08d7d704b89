import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { credential, key, model, provider, simulated } from '../testing/fragments.ts';
import { askRaw } from '../testing/clients.ts';
import {
  answerJson,
  completion,
  delta,
  ENDING,
  startScriptedProvider,
  type Script,
} from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { atMost } from '../testing/wait-for.ts';
import { pour, startRawPeer } from '../testing/raw-peer.ts';

describe('provider answers', () => {
  const TOKEN = 'Bearer t0ken-of-the-proxy';

  async function start(script: Script) {
    const upstream = await startScriptedProvider(script);
    const headers = { 'x-proxy-token': TOKEN, 'user-agent': 'gateway' };
    const gateway = await startTestGateway({
      fragments: {
        providers: [
          provider('only', { baseUrl: upstream.url, headers, credential: 'set' }),
          simulated('healthy'),
        ],
        credentials: [credential('only', 'sk-secret')],
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
      upstream,
      [Symbol.asyncDispose]: async () => {
        await gateway[Symbol.asyncDispose]();
        await upstream[Symbol.asyncDispose]();
      },
    };
  }

  describe('an answer that is compressed although nobody asked', () => {
    it.each([
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ])('as %s is read, counted and passed on as it was meant', async (encoding, compress) => {
      const body = JSON.stringify(completion('hello'));
      await using both = await start((response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': encoding,
        });
        response.end(compress(body));
      });
      const answer = await askRaw(both.gateway.url, 'main');
      expect(answer.body).toBe(body);
      expect(answer.head).not.toContain('content-encoding');
      expect((await usageOf(both.gateway))[0]).toMatchObject({ input: 10, output: 5 });
      expect(both.upstream.received[0]?.headers['accept-encoding']).toBe('identity');
    });

    it('is a stream just as well', async () => {
      const events = [delta('one'), ...ENDING].join('');
      await using both = await start((response) => {
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'content-encoding': 'gzip',
        });
        response.end(gzipSync(events));
      });
      const answer = await askRaw(both.gateway.url, 'main', {
        stream: true,
        stream_options: { include_usage: true },
      });
      expect(answer.body.startsWith(events)).toBe(true);
      expect(answer.isWhole).toBe(true);
      expect((await usageOf(both.gateway))[0]).toMatchObject({ source: 'provider', output: 5 });
    });

    it.each([
      ['in a way that nobody knows', 'rot13', Buffer.from('{}')],
      ['badly', 'gzip', Buffer.from('this is no gzip')],
    ])('%s is left for the fallback', async (_how, encoding, bytes) => {
      await using both = await start((response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': encoding,
        });
        response.end(bytes);
      });
      const answer = await askRaw(both.gateway.url, 'safe');
      expect(answer.status).toBe(200);
      expect(answer.head).toContain('x-aicp-model: spare');
    });
  });

  describe('what a provider is sent in secret', () => {
    const echo = { message: `not allowed: ${TOKEN}, sk-secret, t0ken-of-the-proxy`, type: 't' };

    it('is not told to callers when it refuses a request', async () => {
      await using both = await start((response) => {
        answerJson(response, { error: echo }, 400);
      });
      const answer = await askRaw(both.gateway.url, 'main');
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('not allowed: [redacted], [redacted], [redacted]');
    });

    it('is not told when it breaks a stream off with an error', async () => {
      await using both = await start((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`${delta('one')}data: ${JSON.stringify({ error: echo })}\n\n`);
      });
      const answer = await askRaw(both.gateway.url, 'main', { stream: true });
      expect(answer.isWhole).toBe(true);
      expect(answer.body).toContain('not allowed: [redacted], [redacted], [redacted]');
    });
  });

  describe('a provider that fails', () => {
    it('is left at the head of its error, whose body never ends', async () => {
      await using both = await start((response) => {
        response.writeHead(500, { 'content-type': 'text/plain' });
        response.write('and so on');
      });
      const answer = await askRaw(both.gateway.url, 'safe');
      expect(answer.head).toContain('x-aicp-model: spare');
    });

    it('is logged as a warning with its cause, once for many requests', async () => {
      await using both = await start((response) => response.socket?.resetAndDestroy());
      for (let turn = 0; turn < 5; turn += 1) await askRaw(both.gateway.url, 'main');
      const warnings = both.gateway.logged.filter((entry) => entry.level === 'warn');
      expect(warnings).toMatchObject([
        { event: 'provider_failed', provider: 'only', kind: 'connection', detail: 'ECONNRESET' },
        { event: 'circuit_opened', provider: 'only' },
      ]);
    });
  });
});

describe('large answers', () => {
  const MIB = 1_048_576;
  /** Of the CPU, so that it is the same on a busy machine. Client and provider run in the same process, and take their part of it. */
  const LONGEST_TURN_MS = atMost(100);

  /** The longest turn of the event loop until `over`, in milliseconds of CPU. */
  async function longestTurn(over: Promise<unknown>): Promise<number> {
    const state = { isOver: false };
    void over.finally(() => {
      state.isOver = true;
    });
    let longest = 0;
    let before = process.threadCpuUsage();
    while (!state.isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.threadCpuUsage();
    }
    return longest;
  }

  it.each([
    ['lists that are only opened', '', '['.repeat(65_536), 502],
    [
      'small members without any usage',
      '{"choices":[{"message":{}}],"x":[0',
      ',{"a":[1,2]}'.repeat(5461),
      200,
    ],
    [
      'members that are called usage',
      '{"choices":[{"message":{}}],"x":[0',
      ',{"usage":{"a":1}}'.repeat(3600),
      200,
    ],
  ])(
    'nobody waits longer than 100 ms while 20 MB come of %s',
    async (_what, begin, text, status) => {
      const piece = Buffer.from(text);
      const times = Math.ceil((20 * MIB) / piece.length);
      const end = ']}';
      const length = begin.length + times * piece.length + end.length;
      await using peer = await startRawPeer((socket) => {
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
        pour(socket, head + begin, { piece, times, end });
      });
      await using gateway = await startTestGateway({
        fragments: {
          providers: [provider('only', { baseUrl: `http://127.0.0.1:${peer.port}/v1` })],
          models: [model('main', 'only')],
          keys: [key('alice')],
        },
      });
      let answered = 0;
      const asked = askRaw(gateway.url, 'main', {}).then((answer) => {
        answered = answer.status;
      });
      const longest = await longestTurn(asked);
      expect(answered).toBe(status);
      expect(longest).toBeLessThan(LONGEST_TURN_MS);
    },
    60_000,
  );
});
