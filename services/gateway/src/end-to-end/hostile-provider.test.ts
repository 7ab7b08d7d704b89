import { describe, expect, it } from 'vitest';
import { clientOf, saying, askRaw } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import {
  askStream,
  event,
  sends,
  startHostile,
  STREAM,
  SECRET,
} from '../testing/hostile-provider.ts';
import { completion, delta, ENDING, unasked } from '../testing/scripted-provider.ts';
import type { Socket } from 'node:net';
import { key, model, provider } from '../testing/fragments.ts';
import { startIsolatedGateway } from '../testing/gateway-process.ts';
import { pour, startRawPeer } from '../testing/raw-peer.ts';

describe('hostile provider', () => {
  const WITHOUT_TYPE = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
  const JSON_HEAD = `${WITHOUT_TYPE}content-type: application/json\r\n\r\n`;
  const DONE = ENDING[2];
  const WHOLE = JSON.stringify(completion('whole'));
  const ERROR = { error: { message: `bad key ${SECRET}` } };
  const finish = (reason: string, index = 0) =>
    event({ choices: [{ index, delta: { content: 'x' }, finish_reason: reason }] });
  const ROLE = event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] });

  describe('an error within an answer of 200, whatever its shape', () => {
    const SHAPES: [string, string][] = [
      ['behind an empty list of choices', event({ choices: [], ...ERROR })],
      [
        'beside a choice that says so',
        event({
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
          ...ERROR,
        }),
      ],
      ['behind an object', event({ id: 'x', meta: {}, ...ERROR })],
      ['as the name of the event', `event: error\n${event({ message: ERROR.error.message })}`],
      [
        'as the name of the event, in plain words',
        `event: error\ndata: ${ERROR.error.message}\n\n`,
      ],
      [
        'in another way to write the name',
        `data: {"\\u0065rror":${JSON.stringify(ERROR.error)}}\n\n`,
      ],
      ['over many lines', `data: {"id":"x",\ndata: "error":${JSON.stringify(ERROR.error)}}\n\n`],
      ['as the object itself', event({ object: 'error', ...ERROR.error })],
    ];

    it.each(SHAPES)(
      'in a stream %s, ends it without the key and without [DONE]',
      async (_, shape) => {
        await using both = await startHostile(sends(STREAM + delta('half') + shape + DONE));
        const answer = await askStream(both.gateway.url);
        expect(answer.body).toContain(unasked(delta('half')));
        expect(answer.body).toContain('bad key [redacted]');
        expect(answer.body).not.toMatch(/sk-live|\[DONE\]/);
        expect(answer.body.match(/data: \{"error"/g)).toHaveLength(1);
        expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'provider_failed' });
      },
    );

    it.each([
      ...SHAPES,
      ['of more than 256 KiB', event({ pad: 'x'.repeat(400_000), ...ERROR })] as const,
    ])('at the head of a stream %s, is left for the healthy provider', async (_, shape) => {
      await using both = await startHostile(sends(STREAM + shape + DONE));
      const answer = await askStream(both.gateway.url, 'safe');
      expect(answer.head).toContain('x-aicp-model: spare');
      expect(answer.body).not.toContain('sk-live');
    });

    it('that is too long to be told is one error all the same', async () => {
      const long = event({ pad: 'x'.repeat(400_000), ...ERROR });
      await using both = await startHostile(sends(STREAM + delta('half') + long + DONE));
      const answer = await askStream(both.gateway.url);
      expect(answer.body.length).toBeLessThan(2000);
      expect(answer.body).toContain('"code":"upstream_error"');
      expect(answer.body).not.toMatch(/sk-live|\[DONE\]/);
    });

    it('is of the type upstream_error where the provider names none', async () => {
      await using both = await startHostile(
        sends(STREAM + delta('half') + event({ error: { message: 'no' } })),
      );
      expect((await askStream(both.gateway.url)).body).toContain('"type":"upstream_error"');
    });

    it('in a whole answer beside its choices, is left for the healthy provider', async () => {
      const body = JSON.stringify({ ...completion('half'), ...ERROR });
      await using both = await startHostile(sends(JSON_HEAD + body));
      expect((await askRaw(both.gateway.url, 'safe')).head).toContain('x-aicp-model: spare');
      expect((await askRaw(both.gateway.url, 'main')).status).toBe(502);
    });
  });

  describe('the credential of a provider in what is no error', () => {
    it.each([
      ['as it is', SECRET],
      ['with escapes', SECRET.replace('-', '\\u002D')],
    ])('is blotted out %s', async (_, written) => {
      const content = (text: string) => text.replace('THE-KEY', written);
      const chunk = content(delta('it is THE-KEY.'));
      const cut = Math.floor(chunk.length / 2);
      await using streaming = await startHostile((socket) => {
        socket.write(STREAM + chunk.slice(0, cut), () => {
          setImmediate(() => socket.end(chunk.slice(cut) + ENDING.join('')));
        });
      });
      const streamed = await askStream(streaming.gateway.url);
      expect(streamed.body).toContain(unasked(delta('it is [redacted].')));
      expect(streamed.body).toContain('[DONE]');
      await using whole = await startHostile(
        sends(JSON_HEAD + content(JSON.stringify(completion('it is THE-KEY.')))),
      );
      const answered = await askRaw(whole.gateway.url, 'main');
      expect(JSON.parse(answered.body)).toEqual(completion('it is [redacted].'));
      expect(answered.isWhole).toBe(true);
    });
  });

  describe('a stream whose last line has no end', () => {
    it.each([
      ['[DONE]', [delta('all'), ENDING[0], 'data: [DONE]']],
      ['[DONE] and one line break', [delta('all'), ENDING[0], 'data: [DONE]\n']],
      ['the reason to finish', [delta('all'), ENDING[0].trimEnd()]],
    ])('after %s is complete, and its cost an event of its own', async (_, events) => {
      await using both = await startHostile(sends(STREAM + events.join('')));
      const answer = await askStream(both.gateway.url);
      expect(answer.body).toMatch(/^data: .*\n\n(?:data: .*\n\n)+: x-aicp-cost-usd [0-9.]+\n\n/);
      const { completions } = clientOf(both.gateway).chat;
      const chunks = await collect(
        await completions.create({ model: 'main', messages: saying('hi'), stream: true }),
      );
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
      expect((await usageOf(both.gateway, 2))[0]).toMatchObject({ completion: 'complete' });
    });
  });

  describe('a stream that breaks off', () => {
    it.each([
      ['after empty reasons to finish', [finish(''), finish('')]],
      [
        'in the second of two choices',
        [finish('stop', 0), event({ choices: [{ index: 1, delta: { content: 'half' } }] })],
      ],
    ])('%s is not complete', async (_, events) => {
      await using both = await startHostile((socket) =>
        socket.write(STREAM + events.join(''), () =>
          setTimeout(() => socket.resetAndDestroy(), 50),
        ),
      );
      const answer = await askStream(both.gateway.url);
      expect(answer.body).toContain('broke off before its end');
      expect((await usageOf(both.gateway))[0]).toMatchObject({ completion: 'provider_failed' });
    });

    it('long after it said why it finished, is complete', async () => {
      const quiet = event({ choices: [], prompt_filter_results: [] }).repeat(5);
      await using both = await startHostile(sends(STREAM + delta('all') + ENDING[0] + quiet));
      expect((await askStream(both.gateway.url)).body).not.toContain('error');
    });
  });

  describe('an answer that is not what was asked for', () => {
    it.each<[string, string, object]>([
      ['JSON for a stream', JSON_HEAD + WHOLE, { stream: true }],
      ['a stream for JSON', STREAM + delta('all') + ENDING.join(''), {}],
      ['no choices', `${JSON_HEAD}{"choices":[]}`, {}],
      ['an empty choice', `${JSON_HEAD}{"choices":[{}]}`, {}],
      ['a choice that is null', `${JSON_HEAD}{"choices":[null]}`, {}],
      [
        'a choice without a message',
        `${JSON_HEAD}{"choices":[{"index":0,"finish_reason":"stop"}]}`,
        {},
      ],
      ['a message that is null', `${JSON_HEAD}{"choices":[{"message":null}]}`, {}],
      ['choices in some depth alone', `${JSON_HEAD}{"x":{"choices":[{"message":{}}]}}`, {}],
      ['[DONE] alone', STREAM + DONE, { stream: true }],
      ['a role and [DONE]', STREAM + ROLE + DONE, { stream: true }],
      [
        'several events as one',
        `${STREAM}${delta('a').trim()}\n${delta('b')}${DONE}`,
        { stream: true },
      ],
    ])('(%s) is left for the healthy provider, and else a 502', async (_, wire, more) => {
      await using both = await startHostile(sends(wire));
      const safe = await askRaw(both.gateway.url, 'safe', more);
      expect([safe.status, /x-aicp-model: (\w+)/.exec(safe.head)?.[1]]).toEqual([200, 'spare']);
      expect((await askRaw(both.gateway.url, 'main', more)).status).toBe(502);
    });

    it('but an answer that says why it finished with nothing is one', async () => {
      await using both = await startHostile(sends(STREAM + ROLE + ENDING.join('')));
      const answer = await askStream(both.gateway.url);
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('[DONE]');
    });

    it.each(['text/html', '', 'text/plain; charset=latin1'])(
      'but in its type alone (%j) is told as JSON',
      async (type) => {
        await using both = await startHostile(
          sends(`${WITHOUT_TYPE}content-type: ${type}\r\n\r\n${WHOLE}`),
        );
        const answer = await askRaw(both.gateway.url, 'main');
        expect(answer.body).toBe(WHOLE);
        expect(answer.head).toMatch(/content-type: application\/json\r\n/);
      },
    );
  });
});

describe('endless answers', () => {
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
});
