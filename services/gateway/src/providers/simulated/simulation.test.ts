import { parseJson } from '@aicp/common/json/parse-json';
import { requestCharacters } from '@aicp/contracts/routing/request/chat-facts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIMULATION, planAnswer } from './simulation.ts';
import { z } from 'zod';
import { schemaValue } from './schema-value.ts';
import { systemClock } from '@aicp/common/time/clock';
import type { Simulation } from '@aicp/contracts/snapshot/sections/catalog';
import OpenAI, { APIError } from 'openai';
import { collect } from '../../testing/journal-lines.ts';
import { startSimulatedServer, RequestLog } from './server.ts';

describe('simulation', () => {
  const STAMP = { id: 'chatcmpl-1', created: 1 };
  const ask = (more: object = {}) =>
    Buffer.from(
      JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...more }),
    );
  const plan = (simulation: object, count = 0, body = ask()) =>
    planAnswer(
      { body, promptCharacters: requestCharacters(parseJson(body.toString())) },
      count,
      { ...DEFAULT_SIMULATION, ...simulation },
      STAMP,
    );

  interface Completion {
    readonly choices: { message: { content: string }; finish_reason: string }[];
    readonly usage: Record<string, unknown>;
  }
  const documentOf = (...args: Parameters<typeof plan>) =>
    JSON.parse(plan(...args).chunks[0]!.toString()) as Completion;
  const textOf = (...args: Parameters<typeof plan>) =>
    documentOf(...args).choices[0]!.message.content;

  describe('a simulated answer', () => {
    it('is the same for the same seed and messages, and another for others', () => {
      expect(textOf({})).toBe(textOf({}, 5));
      expect(textOf({ seed: 1 })).not.toBe(textOf({ seed: 2 }));
      const other = ask({ messages: [{ role: 'user', content: 'bye' }] });
      expect(textOf({}, 0, other)).not.toBe(textOf({}));
    });

    it('has as many tokens as it is set to, or fewer where the request asks for fewer', () => {
      expect(documentOf({ outputTokens: 7 })).toMatchObject({
        choices: [{ finish_reason: 'stop' }],
        usage: { completion_tokens: 7 },
      });
      const cut = documentOf({ outputTokens: 7 }, 0, ask({ max_tokens: 3 }));
      expect(cut).toMatchObject({
        choices: [{ finish_reason: 'length' }],
        usage: { completion_tokens: 3 },
      });
      expect(cut.choices[0]?.message.content.split(' ')).toHaveLength(3);
      const newer = ask({ max_tokens: 3, max_completion_tokens: 2 });
      expect(documentOf({}, 0, newer).usage.completion_tokens).toBe(2);
    });

    it('as a stream says the same, a token a chunk, with usage where it is asked for', () => {
      const streamed = (more: object) => {
        const { chunks } = plan({ outputTokens: 4 }, 0, ask({ stream: true, ...more }));
        return Buffer.concat(chunks).toString();
      };
      const events = streamed({}).split('\n\n');
      const contents = events.flatMap((event) => /"content":"([^"]*)"/.exec(event)?.[1] ?? []);
      expect(contents.join('')).toBe(textOf({ outputTokens: 4 }));
      expect(contents).toHaveLength(4);
      expect(events.at(-2)).toBe('data: [DONE]');
      expect(streamed({})).not.toContain('"usage"');
      expect(streamed({ stream_options: { include_usage: true } })).toContain(
        '"choices":[],"usage":{"prompt_tokens":',
      );
    });

    it('counts no text of a picture, however large', () => {
      const tokens = (url: string) => {
        const content = [
          { type: 'text', text: 'what?' },
          { type: 'image_url', image_url: { url } },
        ];
        const { usage } = documentOf({}, 0, ask({ messages: [{ role: 'user', content }] }));
        return usage['prompt_tokens'];
      };
      expect(tokens('a'.repeat(2_000_000))).toBe(tokens('a'));
    });

    it.each(['', '[]', '{}', '{"messages":1}', '{'])('to %s is 400', (body) => {
      expect(plan({}, 0, Buffer.from(body)).status).toBe(400);
    });
  });

  describe('simulated failures', () => {
    const statuses = (simulation: object) =>
      Array.from({ length: 1000 }, (_, count) => plan(simulation, count).status);

    it('come as often as they are set to, the same ones for the same seed', () => {
      const simulation = { errorRate: 0.25, errorStatus: 503, seed: 9 };
      const first = statuses(simulation);
      expect(first.filter((status) => status === 503).length).toBeGreaterThan(200);
      expect(first.filter((status) => status === 503).length).toBeLessThan(300);
      expect(statuses(simulation)).toEqual(first);
      expect(statuses({ ...simulation, seed: 10 })).not.toEqual(first);
    });

    it('are none at rate 0 and all at rate 1', () => {
      expect(new Set(statuses({}))).toEqual(new Set([200]));
      expect(new Set(statuses({ errorRate: 1, errorStatus: 429 }))).toEqual(new Set([429]));
    });

    it('by breaking come as often as they are set to', () => {
      const breaks = Array.from(
        { length: 1000 },
        (_, count) => plan({ abortRate: 0.5 }, count).breaks,
      );
      const share = breaks.filter(Boolean).length / breaks.length;
      expect(share).toBeGreaterThan(0.44);
      expect(share).toBeLessThan(0.56);
    });
  });
});

describe('schema value', () => {
  const SCHEMAS = {
    'every type': z.object({
      text: z.string(),
      count: z.int().min(3).max(9),
      price: z.number().positive(),
      isOpen: z.boolean(),
      nothing: z.null(),
      list: z.array(z.object({ a: z.string() })).min(2),
    }),
    'formats and lengths': z.object({
      at: z.iso.datetime(),
      day: z.iso.date(),
      mail: z.email(),
      id: z.uuid(),
      url: z.url(),
      long: z.string().min(40),
      short: z.string().max(2),
    }),
    'enums and alternatives': z.object({
      unit: z.enum(['celsius', 'fahrenheit']),
      kind: z.literal('weather'),
      either: z.union([z.string(), z.number()]),
      perhaps: z.string().nullable(),
    }),
    'what is all of two': z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
  } as const;

  describe('schemaValue', () => {
    it.each(Object.entries(SCHEMAS))('fits %s', (_name, schema) => {
      for (let seed = 0; seed < 20; seed += 1) {
        expect(schema.safeParse(schemaValue(z.toJSONSchema(schema), seed)).error).toBeUndefined();
      }
    });

    it('finds what a schema defines, and ends where that holds itself', () => {
      const node = {
        type: 'object',
        properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
        required: ['name'],
      };
      const value = schemaValue({ $ref: '#/$defs/node', $defs: { node } }, 1);
      expect(value).toMatchObject({ next: { next: {} } });
      const endless = { ...node, required: ['name', 'next'] };
      expect(schemaValue({ $ref: '#/$defs/node', $defs: { node: endless } }, 1)).toBeDefined();
    });

    it.each([undefined, null, true, 'x', {}, { type: 'nonsense' }, { enum: [] }, { $ref: '#' }])(
      'takes even %j',
      (schema) => {
        expect(() => schemaValue(schema, 1)).not.toThrow();
      },
    );
  });
});

describe('server', () => {
  async function start(simulation: Partial<Simulation> = {}) {
    const reached: (string | string[] | undefined)[] = [];
    const server = await startSimulatedServer({
      host: '127.0.0.1',
      port: 0,
      simulation: { ...DEFAULT_SIMULATION, ...simulation },
      clock: systemClock,
      random: Math.random,
      onRequest: ({ request }) => reached.push(request.headers['x-request-id']),
    });
    const url = `http://127.0.0.1:${server.port}`;
    return {
      url,
      reached,
      client: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 }),
      [Symbol.asyncDispose]: () => server.close(),
    };
  }

  const MESSAGES = [{ role: 'user' as const, content: 'hello' }];

  describe('the simulated server', () => {
    it('speaks to the stock client: list, JSON, stream', async () => {
      await using server = await start({ outputTokens: 3, tokensPerSecond: 1000 });
      const { client } = server;
      expect((await collect(client.models.list())).map((one) => one.object)).toEqual(['model']);
      const whole = await client.chat.completions.create({ model: 'm', messages: MESSAGES });
      const stream = await client.chat.completions.create({
        model: 'm',
        messages: MESSAGES,
        stream: true,
        stream_options: { include_usage: true },
      });
      const chunks = await collect(stream);
      const said = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
      expect(said).toBe(whole.choices[0]?.message.content);
      expect(chunks.at(-1)?.usage).toEqual(whole.usage);
    });

    it('lists the requests that reached it, in order', async () => {
      await using server = await start();
      for (const id of ['a', 'b']) {
        const headers = { 'x-request-id': id };
        await server.client.chat.completions.create(
          { model: 'm', messages: MESSAGES },
          { headers },
        );
      }
      await fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{}' });
      const response = await fetch(`${server.url}/simulate/requests`);
      expect(await response.json()).toEqual({ count: 3, request_ids: ['a', 'b', null] });
      expect(server.reached).toEqual(['a', 'b', undefined]);
    });

    it('breaks a stream and a JSON answer half-way', async () => {
      await using server = await start({ abortRate: 1 });
      const { client } = server;
      const whole = client.chat.completions.create({ model: 'm', messages: MESSAGES });
      await expect(whole).rejects.toThrow();
      const stream = await client.chat.completions.create({
        model: 'm',
        messages: MESSAGES,
        stream: true,
      });
      await expect(collect(stream)).rejects.toThrow();
    });

    it('fails as it is told', async () => {
      await using server = await start({ errorRate: 1, errorStatus: 418 });
      const asked = server.client.chat.completions.create({ model: 'm', messages: MESSAGES });
      await expect(asked).rejects.toThrow(APIError);
      await expect(asked).rejects.toMatchObject({ status: 418 });
    });

    it('knows no other address', async () => {
      await using server = await start();
      expect((await fetch(`${server.url}/v1/images`, { method: 'POST' })).status).toBe(404);
    });
  });
});

describe('request log', () => {
  it('remembers the newest, however many came', () => {
    const log = new RequestLog(3);
    for (const id of ['a', 'b', 'c', 'd', 'e']) log.add(id);
    expect(log.toJson()).toEqual({ count: 5, request_ids: ['c', 'd', 'e'] });
  });

  it('counts what came before each', () => {
    const log = new RequestLog();
    expect([log.add('a'), log.add(undefined), log.add(['x', 'y'])]).toEqual([0, 1, 2]);
    expect(log.toJson().request_ids).toEqual(['a', null, 'x']);
  });
});
