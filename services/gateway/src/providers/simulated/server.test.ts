import { systemClock } from '@aicp/common/time/clock';
import type { Simulation } from '@aicp/contracts/snapshot/fragments';
import OpenAI, { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { startSimulatedServer } from './server.ts';
import { DEFAULT_SIMULATION } from './simulation.ts';

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
      await server.client.chat.completions.create({ model: 'm', messages: MESSAGES }, { headers });
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
    expect((await fetch(`${server.url}/v1/embeddings`, { method: 'POST' })).status).toBe(404);
  });
});
