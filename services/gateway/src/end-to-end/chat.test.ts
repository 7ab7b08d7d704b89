import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import {
  credential,
  key,
  model,
  provider,
  settings,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import {
  answerJson,
  completion,
  startScriptedProvider,
  type ScriptedProvider,
} from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';

const PRICES = { input: '2500000000', cachedInput: '1250000000', output: '10000000000' };

const fragmentsFor = (upstream: ScriptedProvider): Fragments => ({
  providers: [provider('acme', { baseUrl: upstream.url, credential: 'set' })],
  credentials: [credential('acme', 'sk-of-the-provider')],
  models: [
    model('gpt-4o', 'acme', {
      upstreamModel: 'gpt-4o-2024',
      aliases: ['best'],
      prices: PRICES,
      priceVersion: 'p7',
    }),
  ],
  keys: [key('alice', { team: 'research', organization: 'acme', metadata: { project: 'apollo' } })],
});

const post = (gateway: TestGateway, body: string | object, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return error;
};

describe('a chat completion', () => {
  it('is answered by the provider, and says who served and what it cost', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, completion('hello there'));
    });
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream) });

    const { data, response } = await clientOf(gateway)
      .chat.completions.create({ model: 'best', messages: saying('hi') })
      .withResponse();

    expect(data.choices[0]?.message.content).toBe('hello there');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-aicp-model': 'gpt-4o',
      'x-aicp-provider': 'acme',
      'x-aicp-routed-from': 'best',
      'x-aicp-attempts': '1',
      'x-aicp-cost-usd': '0.000075',
    });
    expect(Number(response.headers.get('x-aicp-overhead-ms'))).toBeGreaterThan(0);
  });

  it('reaches the provider byte for byte but for the model, unknown fields too', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, completion('ok'));
    });
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream) });
    const body =
      '{ "messages":[{"role":"user","content":"\\u00e9\\n"}],\n "model" : "gpt-4o", "x_unknown":{"model":"inner","n":1.10} }';

    expect((await post(gateway, body)).status).toBe(200);

    const [received] = upstream.received;
    expect(received?.body.toString()).toBe(body.replace('"gpt-4o"', '"gpt-4o-2024"'));
    expect(received?.path).toBe('/v1/chat/completions');
  });

  it('passes tools through both ways', async () => {
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Bonn"}' },
    };
    await using upstream = await startScriptedProvider((response) => {
      const answer = completion('');
      answerJson(response, {
        ...answer,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: null, tool_calls: [call] },
            finish_reason: 'tool_calls',
          },
        ],
      });
    });
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream) });
    const tools = [
      { type: 'function' as const, function: { name: 'weather', parameters: { type: 'object' } } },
    ];

    const answer = await clientOf(gateway).chat.completions.create({
      model: 'gpt-4o',
      messages: saying('weather?'),
      tools,
      tool_choice: 'auto',
    });

    expect(answer.choices[0]?.message.tool_calls).toEqual([call]);
    const sent = JSON.parse(upstream.received[0]!.body.toString()) as object;
    expect(sent).toMatchObject({ tools, tool_choice: 'auto' });
  });

  it('shows the provider its own credential and the client’s ids, and never the client’s key', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, completion('ok'), 200, {
        'openai-organization': 'org-internal',
        'set-cookie': 'a=b',
      });
    });
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream) });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

    const response = await post(
      gateway,
      { model: 'gpt-4o', messages: [] },
      { 'x-request-id': 'mine-1', traceparent, cookie: 'session=1', 'x-aicp-metadata': '{}' },
    );

    const headers = upstream.received[0]!.headers;
    expect(headers).toMatchObject({
      authorization: 'Bearer sk-of-the-provider',
      'x-request-id': 'mine-1',
      traceparent,
    });
    expect(JSON.stringify(headers)).not.toMatch(/sk-alice|session|aicp-metadata/);
    expect(response.headers.get('x-request-id')).toBe('mine-1');
    expect(response.headers.get('openai-organization')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  it('leaves one usage record, with exclusive buckets and the exact cost', async () => {
    await using upstream = await startScriptedProvider((response) => {
      const usage = {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_tokens_details: { cached_tokens: 40 },
        completion_tokens_details: { reasoning_tokens: 20 },
      };
      answerJson(response, completion('ok', usage));
    });
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream) });

    await post(
      gateway,
      {
        model: 'best',
        messages: saying('hi'),
        user: 'u1',
        metadata: { ticket: '7', project: 'x' },
      },
      { 'x-request-id': 'req-1' },
    );

    const [record] = await usageOf(gateway);
    expect(record).toMatchObject({
      request_id: 'req-1',
      organization: 'acme',
      team: 'research',
      user: 'u1',
      key: 'alice',
      tags: { ticket: '7', project: 'apollo' },
      model_asked: 'best',
      model_served: 'gpt-4o',
      provider: 'acme',
      input: 60,
      cached_input: 40,
      cache_write: 0,
      output: 30,
      reasoning: 20,
      source: 'provider',
      completion: 'complete',
      status: 200,
      attempts: 1,
      cost_nano_usd: 60 * 2500 + 40 * 1250 + 50 * 10_000,
      price_version: 'p7',
      config_revision: '1.1',
    });
  });

  it('is served without the prefix too', async () => {
    await using gateway = await startTestGateway({
      fragments: {
        providers: [simulated('sim')],
        models: [model('small', 'sim')],
        keys: [key('alice')],
      },
    });
    const response = await fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'small', messages: saying('hi') }),
    });
    expect(response.status).toBe(200);
  });

  it('goes to the default model where it names none', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, completion('ok'));
    });
    const fragments = fragmentsFor(upstream);
    await using gateway = await startTestGateway({ fragments });
    const body = { messages: saying('hi') };
    const refused = await post(gateway, body);
    expect(refused.status).toBe(400);
    expect(await errorOf(refused)).toMatchObject({ param: 'model', code: null });

    await gateway.operator.push({ ...fragments, settings: settings({ defaultModel: 'best' }) });
    const served = await post(gateway, body);

    expect(served.headers.get('x-aicp-model')).toBe('gpt-4o');
    const sent = upstream.received[0]!.body.toString();
    expect(sent).toBe('{"model":"gpt-4o-2024","messages":[{"role":"user","content":"hi"}]}');
  });
});
