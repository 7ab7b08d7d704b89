import { CohereClient, CohereClientV2 } from 'cohere-ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardrail } from '../testing/guardrails.ts';
import { clientOf } from '../testing/clients.ts';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { answerJson, beginStream, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const keys = [key('alice')];
const models = [
  model('small', 'sim', { prices: { input: '1000000000', output: '2000000000' } }),
  model('ranker', 'sim', { mode: 'rerank', prices: { input: '1000000000' } }),
  model('judge', 'sim', { mode: 'moderation' }),
];

let gateway: TestGateway;
beforeAll(async () => {
  const providers = [simulated('sim')];
  gateway = await startTestGateway({ fragments: { providers, models, keys } });
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function post({ url }: TestGateway, path: string, body: object, secret = 'sk-alice') {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as {
    message?: string;
    error?: { code: string; message: string; param: string | null };
    results?: object[];
  };
  return { status: response.status, code: json.error?.code, response, json };
}

describe('rerank', () => {
  const query = 'a cat on a mat';
  const documents = ['the dog sleeps', 'a cat on a mat', 'a mat'];

  it('orders documents for Cohere’s clients of both versions', async () => {
    const options = { environment: gateway.url, token: 'sk-alice' };
    const newer = await new CohereClientV2(options).rerank({
      ...{ model: 'ranker', query, documents, topN: 2 },
    });
    expect(newer.results.map(({ index }) => index)).toEqual([1, 2]);
    const older = await new CohereClient(options).rerank({
      ...{ model: 'ranker', query, documents, returnDocuments: true },
    });
    expect(older.results[0]?.document?.text).toBe('a cat on a mat');
  });

  it('refuses what it cannot read, and says so where Cohere’s clients look', async () => {
    const none = await post(gateway, '/v1/rerank', { model: 'ranker', query });
    expect(none).toMatchObject({ status: 400, json: { message: 'documents must be a list.' } });
    const unknown = await post(gateway, '/v1/rerank', { query, documents }, 'sk-nobody');
    expect(unknown).toMatchObject({ status: 401, code: 'invalid_api_key' });
    const chat = await post(gateway, '/v1/rerank', { model: 'small', query, documents });
    expect(chat).toMatchObject({ status: 400, code: 'model_mode' });
  });

  it('is not asked of OpenAI, which has none, and the refusal says so', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, { results: [] });
    });
    await using own = await startTestGateway({
      fragments: {
        providers: [provider('up', { type: 'openai', baseUrl: upstream.url })],
        models: [model('ranker', 'up', { mode: 'rerank' })],
        keys,
      },
    });
    const asked = await post(own, '/v1/rerank', { model: 'ranker', query, documents });
    expect(asked.status).toBe(400);
    expect(asked.json.error?.message).toContain('does not serve requests of this kind');
    expect(asked.json).toMatchObject({ message: asked.json.error?.message });
    expect(upstream.received).toEqual([]);
  });

  it('counts searches as requests, and tokens where the provider counts them', async () => {
    await using upstream = await startScriptedProvider((response) => {
      answerJson(response, {
        results: [{ index: 0, relevance_score: 0.9 }],
        meta: { billed_units: { search_units: 1 } },
      });
    });
    const prices = { input: '1000000000', perRequest: '2000000' };
    await using own = await startTestGateway({
      fragments: {
        providers: [provider('up', { baseUrl: upstream.url }), simulated('sim')],
        models: [model('searching', 'up', { mode: 'rerank', prices }), ...models],
        keys,
      },
    });
    await post(own, '/v1/rerank', { model: 'searching', query, documents });
    await post(own, '/v1/rerank', { model: 'ranker', query, documents });
    const [search, tokens] = await usageOf(own, 2);
    expect(search).toMatchObject({ input: 0, source: 'provider', cost_nano_usd: 2_000_000 });
    // 4 tokens of the query, and 4, 4 and 2 of the documents, at a dollar a million.
    expect(tokens).toMatchObject({ input: 14, output: 0, cost_nano_usd: 14_000 });
  });

  it('has guardrails look at the query, the documents and what comes back', async () => {
    await using upstream = await startScriptedProvider((response) => {
      const document = { text: 'ask nora@example.com' };
      answerJson(response, { results: [{ index: 0, relevance_score: 1, document }] });
    });
    await using own = await startTestGateway({
      fragments: {
        providers: [provider('up', { baseUrl: upstream.url })],
        models: [model('ranker', 'up', { mode: 'rerank' })],
        keys,
        guardrails: [guardrail('emails', { stages: ['input', 'output'] })],
      },
    });
    const asked = await post(own, '/v1/rerank', {
      ...{ model: 'ranker', query: 'is it bob@example.com?' },
      documents: [{ text: 'from carol@example.com' }, 'from dave@example.com'],
    });
    expect(upstream.received[0]?.body.toString()).not.toContain('@example.com');
    expect(upstream.received[0]?.path).toBe('/v1/rerank');
    expect(asked.status).toBe(200);
    expect(JSON.stringify(asked.json)).not.toContain('@example.com');
  });
});

describe('moderations', () => {
  it('go to the model that they name', async () => {
    const said = await clientOf(gateway).moderations.create({
      ...{ model: 'judge', input: ['hello', 'I will attack'] },
    });
    expect(said.results.map(({ flagged }) => flagged)).toEqual([false, true]);
    const { response } = await post(gateway, '/v1/moderations', { model: 'judge', input: 'hi' });
    expect(response.headers.get('x-aicp-model')).toBe('judge');
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('are answered by guardrails where they name none, and refused for models of another kind', async () => {
    const none = await post(gateway, '/v1/moderations', { input: 'hi' });
    expect(none).toMatchObject({ status: 404, code: 'no_guardrail_applies' });
    const unknown = await post(gateway, '/v1/moderations', { model: 'nobody', input: 'hi' });
    expect(unknown).toMatchObject({ status: 404, code: 'model_not_found' });
    const chat = await post(gateway, '/v1/moderations', { model: 'small', input: 'hi' });
    expect(chat).toMatchObject({ status: 400, code: 'model_mode' });
  });
});

describe('completions', () => {
  it('are asked of a model that chats in a chat, as a document and as a stream', async () => {
    const client = clientOf(gateway);
    const asked = { model: 'small', prompt: 'Once', max_tokens: 5 };
    const { data, response } = await client.completions
      .create({ ...asked, logprobs: 2 })
      .withResponse();
    expect(data).toMatchObject({ object: 'text_completion', usage: { completion_tokens: 5 } });
    expect(data.choices[0]).toMatchObject({ finish_reason: 'length', index: 0 });
    expect(response.headers.get('x-aicp-dropped')).toBe('logprobs');
    let text = '';
    for await (const chunk of await client.completions.create({ ...asked, stream: true }))
      text += chunk.choices[0]?.text ?? '';
    expect(text).toBe(data.choices[0]?.text);
  });

  it.each([{ suffix: 'end' }, { echo: true }, { best_of: 2 }, { n: 2 }, { prompt: [1, 2] }])(
    'say what no chat can be told: %j',
    async (more) => {
      const body = { model: 'small', prompt: 'Once', ...more };
      const said = await post(gateway, '/v1/completions', body);
      expect(said).toMatchObject({ status: 400, code: 'untranslatable' });
      expect(said.json.error?.param).toBe(Object.keys(more)[0]);
    },
  );

  it('go on as they came to a model for completions, and their streams are counted and looked at', async () => {
    await using upstream = await startScriptedProvider((response) => {
      const chunk = (text: string, reason: string | null, more: object = {}) =>
        `data: ${JSON.stringify({ id: 'c', object: 'text_completion', choices: [{ index: 0, text, finish_reason: reason }], ...more })}\n\n`;
      const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
      beginStream(response).end(
        [
          chunk('ask nora@exa', null),
          chunk('mple.com now', 'stop'),
          `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n`,
          'data: [DONE]\n\n',
        ].join(''),
      );
    });
    await using own = await startTestGateway({
      fragments: {
        providers: [provider('up', { baseUrl: upstream.url })],
        models: [model('writer', 'up', { mode: 'completion' })],
        keys,
        guardrails: [guardrail('emails', { stages: ['input', 'output'] })],
      },
    });
    let text = '';
    const reasons: unknown[] = [];
    const stream = await clientOf(own).completions.create({
      ...{ model: 'writer', prompt: 'to bob@example.com', suffix: 'x', stream: true },
    });
    for await (const { choices } of stream) {
      text += choices[0]?.text ?? '';
      reasons.push(choices[0]?.finish_reason);
    }
    expect(upstream.received[0]?.path).toBe('/v1/completions');
    expect(upstream.received[0]?.body.toString()).not.toContain('bob@example.com');
    expect(text).toMatch(/^ask .* now$/);
    expect(text).not.toContain('nora@example.com');
    expect(reasons.filter((one) => one === 'stop')).toHaveLength(1);
    expect(await usageOf(own)).toMatchObject([{ input: 3, output: 4, source: 'provider' }]);
  });
});
