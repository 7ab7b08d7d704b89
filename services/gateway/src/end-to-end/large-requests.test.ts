import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMost, waitFor } from '../testing/wait-for.ts';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { startIsolatedGateway } from '../testing/gateway-process.ts';
import { probeLiveliness, askRaw, askSlowly, rawRequest } from '../testing/clients.ts';
import { chatHead, postRaw, statusOf, startRawPeer, pour } from '../testing/raw-peer.ts';
import { answerJson, startScriptedProvider } from '../testing/scripted-provider.ts';
import type { GatewayConfig } from '../config/config.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';

describe('large requests', () => {
  const MIB = 1_048_576;
  /** What the gateway may hold, whoever asks for whatever: 350 most often, and up to 50 more where the garbage of one request is collected late. Its container has 1 GiB. */
  const MOST_MEMORY_MIB = 450;
  /**
   * 100 ms is what the gateway is held to, by `make prove` on a machine of its own. A virtual machine that gets a part of its processors counts
   * some of what others take: here a turn is only too long where it is one of parsing the whole (8 s).
   */
  const LONGEST_TURN_MS = atMost(100);

  async function startAttacked(environment: Readonly<Record<string, string>> = {}) {
    await using starting = new AsyncDisposableStack();
    const upstream = starting.use(
      await startScriptedProvider((response) => {
        answerJson(response, {
          choices: [
            { index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' },
          ],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        });
      }),
    );
    const fragments = {
      providers: [simulated('sim'), provider('far', { baseUrl: upstream.url })],
      models: [model('small', 'sim'), model('passed', 'far')],
      keys: [key('alice')],
    };
    const isolated = starting.use(await startIsolatedGateway(fragments, environment));
    const running = starting.move();
    return { gateway: isolated.process, [Symbol.asyncDispose]: () => running.disposeAsync() };
  }

  /** A request of 31 MiB with this in one of its members. */
  function largeRequest(name: string, fill: (bytes: number) => string): Buffer {
    return Buffer.from(`{"model":"${name}","messages":[],"x":${fill(31 * MIB)}}`);
  }

  const filled = (text: string) => (bytes: number) =>
    `[${text.repeat(Math.floor(bytes / text.length))}1]`;
  const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
  const long = (bytes: number) => JSON.stringify('x'.repeat(bytes));

  describe('one after another', () => {
    /** One for all: what it holds after each of them is there when the next one comes. */
    let attacked: Awaited<ReturnType<typeof startAttacked>>;
    beforeAll(async () => {
      attacked = await startAttacked();
    });
    afterAll(async () => {
      await attacked[Symbol.asyncDispose]();
    });

    it.each([
      ['lists in lists', largeRequest('small', nested), 400],
      ['empty lists', largeRequest('small', filled('[],')), 400],
      ['empty objects', largeRequest('small', filled('{},')), 400],
      ['small members', largeRequest('small', filled('{"a":1},')), 400],
      ['long text', largeRequest('small', long), 200],
      [
        'text with escapes',
        largeRequest('small', (bytes) => `"${'\\u0061'.repeat(bytes / 6)}"`),
        200,
      ],
      ['long text that is passed on', largeRequest('passed', long), 200],
    ])(
      'requests of 31 MiB of %s keep nobody waiting, and take little memory',
      async (what, body, status) => {
        const { gateway } = attacked;
        await gateway.longestTurn();
        const probe = probeLiveliness(gateway.port);
        const answers = await Promise.all(
          Array.from({ length: 4 }, () => postRaw(gateway.port, body)),
        );
        answers.push(await postRaw(gateway.port, body));
        const { count } = await probe.stop();
        const turn = Math.round(await gateway.longestTurn());
        const peak = await gateway.peakMemory();
        process.stdout.write(
          `${what}: ${answers.map(statusOf).join(' ')}, ${count} probes, longest turn ${turn} ms, ${Math.round(peak)} MiB\n`,
        );
        expect([status, 503]).toEqual(expect.arrayContaining(answers.map(statusOf)));
        expect(statusOf(answers.at(-1) ?? '')).toBe(status);
        expect(turn).toBeLessThan(LONGEST_TURN_MS);
        expect(peak).toBeLessThan(MOST_MEMORY_MIB);
      },
      60_000,
    );
  });

  /** For what takes a few requests of 31 MiB, on a machine that does other things too. */
  const WITHIN_MS = 30_000;
  const SMALL = Buffer.from('{"model":"small","messages":[]}');

  /** Who sends on after a refusal may be cut off before reading it. */
  function cutOff(error: NodeJS.ErrnoException): string {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return '';
    throw error;
  }

  /** Begins a request of 31 MiB, and sends no more than so many bytes of it. */
  function begin(port: number, bytes: number): Socket {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(chatHead(31 * MIB));
    socket.write(Buffer.alloc(bytes, '{"messages":'));
    return socket;
  }

  it('some who send large bodies slowly keep out other large ones, with 503, and no small ones', async () => {
    await using attacked = await startAttacked();
    const { port } = attacked.gateway;
    const slow = [1, 2, 3].map(() => begin(port, 20 * MIB));
    // A large request that came before them would keep them out instead.
    await waitFor(() => slow.every(({ writableLength }) => writableLength === 0), WITHIN_MS);
    const large = largeRequest('small', long);
    const refused = await waitFor(async () => {
      const answer = await postRaw(port, large).catch(cutOff);
      return statusOf(answer) === 503 ? answer : undefined;
    }, WITHIN_MS);
    expect(refused).toMatch(/retry-after: \d/i);
    expect(refused).toContain('"code":"overloaded"');
    expect(statusOf(await postRaw(port, SMALL))).toBe(200);
    for (const socket of slow) socket.destroy();
    expect(
      await waitFor(
        async () => (statusOf(await postRaw(port, large).catch(cutOff)) === 200 ? true : undefined),
        WITHIN_MS,
      ),
    ).toBe(true);
  }, 90_000);

  it('a body that does not come in time is 408, and its connection is closed', async () => {
    await using attacked = await startAttacked({ AICP_BODY_TIMEOUT_SECONDS: '1' });
    const { port } = attacked.gateway;
    const silent = connect({ port, host: '127.0.0.1' });
    silent.write(chatHead(MIB));
    for (const socket of [begin(port, MIB), silent]) {
      const answer = await text(socket);
      expect(statusOf(answer)).toBe(408);
      expect(answer).toContain('"code":"request_timeout"');
    }
  });
});

describe('large documents', () => {
  const USAGE = '"usage":{"prompt_tokens":3,"completion_tokens":5,"total_tokens":8}';
  const CHOICES = '"choices":[{"index":0,"message":{"role":"assistant","content":"x"}}]';
  const PIECE = Buffer.from(`,"${'x'.repeat(65_533)}"`);
  const EVENT = Buffer.from(`data: {"choices":[{"delta":{"content":"${'x'.repeat(9_000)}"}}]}\n\n`);
  const CHUNKED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n';

  /** A gateway before a provider that does this with each request. */
  async function startBefore(
    answer: (socket: Socket) => void,
    config: Partial<GatewayConfig> = {},
  ) {
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
        const reader = askSlowly(port, rawRequest({ stream: what === 'a stream' }));
        await waitFor(() => around.peer.sockets[0]?.closed, 20_000);
        reader.leave();
        const [record] = await usageOf(around.gateway);
        expect(record).toMatchObject({ completion: 'client_gone', source: 'estimate' });
        expect(record?.output).toBeGreaterThan(0);
      },
    );
  });
});
