import { OpenAIEmbeddings } from '@langchain/openai';
import { createOpenAI } from '@ai-sdk/openai';
import { embed } from 'ai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardrail } from '../testing/guardrails.ts';
import { clientOf } from '../testing/clients.ts';
import { group, key, model, provider, rateLimit, rule, simulated } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { answerJson, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const embedding = { mode: 'embedding', prices: { input: '1000000000' } };
const keys = [key('alice'), key('bob', { organization: 'acme' })];
const simulatedParts = {
  providers: [simulated('sim')],
  models: [model('vectors', 'sim', embedding), model('small', 'sim')],
  keys,
};

let shared: TestGateway;
beforeAll(async () => {
  shared = await startTestGateway({ fragments: simulatedParts });
});
afterAll(() => shared[Symbol.asyncDispose]());

async function post({ url }: TestGateway, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice', ...headers },
    body: JSON.stringify({ model: 'vectors', input: 'hello', ...body }),
  });
  const text = await response.text();
  return { status: response.status, text, code: /"code":"(\w+)"/.exec(text)?.[1], response };
}

it('the OpenAI SDK gets vectors, of one text and of many, as floats and in base64', async () => {
  const client = clientOf(shared);
  const many = await client.embeddings.create({ model: 'vectors', input: ['one', 'two', 'one'] });
  expect(many.data).toHaveLength(3);
  expect(many.data[0]?.embedding).toEqual(many.data[2]?.embedding);
  const plain = await client.embeddings.create({
    ...{ model: 'vectors', input: 'one', encoding_format: 'float', dimensions: 8 },
  });
  expect(plain.data[0]?.embedding).toHaveLength(8);
  const tokens = await client.embeddings.create({ model: 'vectors', input: [[1, 2], [3]] });
  expect(tokens.data).toHaveLength(2);
});

it('LangChain and the AI SDK get vectors as well', async () => {
  const langchain = new OpenAIEmbeddings({
    ...{ model: 'vectors', apiKey: 'sk-alice' },
    configuration: { baseURL: `${shared.url}/v1` },
  });
  expect(await langchain.embedDocuments(['a cat', 'a dog'])).toHaveLength(2);
  const ai = createOpenAI({ baseURL: `${shared.url}/v1`, apiKey: 'sk-alice' });
  const { embedding: vector, usage } = await embed({
    ...{ model: ai.embeddingModel('vectors'), value: 'a cat' },
  });
  expect(vector).toHaveLength(64);
  expect(usage.tokens).toBe(2);
});

it('what was used is in the journal, as tokens of input, and what it cost', async () => {
  await using gateway = await startTestGateway({ fragments: simulatedParts });
  const { response } = await post(gateway, { input: 'x'.repeat(40) });
  expect(response.headers.get('x-aicp-model')).toBe('vectors');
  const [line] = await usageOf(gateway);
  expect(line).toMatchObject({
    ...{ model_served: 'vectors', source: 'provider', completion: 'complete' },
    ...{ input: 10, output: 0 },
  });
  // Ten tokens at a dollar a million.
  expect(line?.cost_nano_usd).toBe(10_000);
});

it('an answer in which nothing is written teaches nothing of how long answers are', async () => {
  await using gateway = await startTestGateway({ fragments: simulatedParts });
  for (const input of ['x'.repeat(40), 'y'.repeat(40)]) await post(gateway, { input });
  const lines = await usageOf(gateway, 2);
  expect(lines.map(({ input, output }) => [input, output])).toEqual([
    [10, 0],
    [10, 0],
  ]);
});

it('bytes go on as they came, but for the model', async () => {
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, {
      ...{ object: 'list', model: 'up', data: [{ object: 'embedding', index: 0, embedding: [1] }] },
      usage: { prompt_tokens: 3, total_tokens: 3 },
    });
  });
  await using gateway = await startTestGateway({
    fragments: {
      providers: [provider('up', { baseUrl: upstream.url })],
      models: [model('vectors', 'up', { ...embedding, upstreamModel: 'up-1' })],
      keys,
    },
  });
  const body = '{ "odd" : 1e2, "input":["\\u0061"],  "model":"vectors" }';
  const headers = { authorization: 'Bearer sk-alice' };
  await fetch(`${gateway.url}/v1/embeddings`, { method: 'POST', headers, body });
  expect(upstream.received[0]?.body.toString()).toBe(body.replace('"vectors"', '"up-1"'));
  expect(upstream.received[0]?.path).toBe('/v1/embeddings');
});

it('a large list is read beside the other requests', async () => {
  const input = Array.from({ length: 2000 }, (_, index) => `text ${index} ${'x'.repeat(200)}`);
  const { status, text } = await post(shared, { input });
  expect(status).toBe(200);
  expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(2000);
});

it.each([
  [{ input: undefined }, 'input must be'],
  [{ input: 7 }, 'input must be'],
  [{ model: 7 }, 'model must be'],
])('a request that is none is refused: %j', async (body, words) => {
  const { status, text } = await post(shared, body);
  expect(status).toBe(400);
  expect(text).toContain(words);
});

it('a member that is there twice is refused', async () => {
  const response = await fetch(`${shared.url}/v1/embeddings`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: '{"model":"vectors","input":"a","model":"small"}',
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('model is there twice');
});

it('a key that nobody knows, and a model that is for chats, are refused in OpenAI’s form', async () => {
  const unknown = await post(shared, {}, { authorization: 'Bearer sk-nobody' });
  expect(unknown).toMatchObject({ status: 401, code: 'invalid_api_key' });
  const chat = await post(shared, { model: 'small' });
  expect(chat).toMatchObject({ status: 400, code: 'model_mode' });
  expect(chat.text).toContain('POST /v1/chat/completions');
});

it('a chat with a model for embeddings is told where to go', async () => {
  const asked = clientOf(shared).chat.completions.create({
    ...{ model: 'vectors', messages: [{ role: 'user', content: 'hi' }] },
  });
  await expect(asked).rejects.toMatchObject({ status: 400, code: 'model_mode' });
  await expect(asked).rejects.toThrow('POST /v1/embeddings');
});

it('members, fallbacks and targets for something else are passed over, and the decision says so', async () => {
  await using gateway = await startTestGateway({
    fragments: {
      ...simulatedParts,
      models: [
        model('small', 'sim', { fallbacks: ['vectors'] }),
        model('vectors', 'sim', embedding),
      ],
      policies: [group('mixed', { vectors: 1, small: 1 }), rule('to-small', 'prefer', ['small'])],
    },
  });
  const answer = await post(gateway, { model: 'mixed' });
  expect(answer.response.headers.get('x-aicp-model')).toBe('vectors');
  const dry = await post(gateway, { model: 'mixed' }, { 'x-aicp-dry-run': 'true' });
  expect(JSON.parse(dry.text)).toMatchObject({
    candidates: ['vectors'],
    steps: expect.arrayContaining([
      { stage: 'policies', outcome: 'wrong_mode', detail: 'small is a model for chat' },
    ]) as unknown,
  });
  const chat = await clientOf(gateway)
    .chat.completions.create({ model: 'small', messages: [{ role: 'user', content: 'hi' }] })
    .asResponse();
  expect(chat.headers.get('x-aicp-model')).toBe('small');
});

it('limits and policies refuse it as they refuse chats', async () => {
  await using gateway = await startTestGateway({
    fragments: {
      ...simulatedParts,
      rateLimits: [rateLimit('few', { rpm: 1 })],
      policies: [rule('none-for-bob', 'deny', ['vectors'], { condition: 'key == bob' })],
    },
  });
  const denied = await post(gateway, {}, { authorization: 'Bearer sk-bob' });
  expect(denied).toMatchObject({ status: 403, code: 'policy_denied' });
  expect((await post(gateway, {})).status).toBe(200);
  expect(await post(gateway, {})).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
});

it('guardrails look at what becomes vectors, and let no tokens pass that they cannot read', async () => {
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, {
      object: 'list',
      data: [],
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });
  });
  await using gateway = await startTestGateway({
    fragments: {
      providers: [provider('up', { baseUrl: upstream.url })],
      models: [model('vectors', 'up', embedding)],
      keys,
      guardrails: [guardrail('emails', { unscannable: 'block' })],
    },
  });
  await post(gateway, { input: ['fine', 'write to nora@example.com'] });
  const sent = upstream.received.at(-1)?.body.toString() ?? '';
  expect(sent).toContain('"fine"');
  expect(sent).not.toContain('nora@example.com');
  const tokens = await post(gateway, { input: [[1, 2, 3]] });
  expect(tokens).toMatchObject({ status: 403, code: 'guardrail_blocked' });
  expect(tokens.text).toContain('ids of tokens');
});
