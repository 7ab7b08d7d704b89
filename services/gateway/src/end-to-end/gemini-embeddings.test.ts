import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardrail } from '../testing/guardrails.ts';
import { clientOf } from '../testing/clients.ts';
import {
  credential,
  key,
  model,
  provider,
  rateLimit,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { cohereRoutes } from '../twins/cohere/cohere-twin.ts';
import { geminiRoutes } from '../twins/gemini/gemini-twin.ts';
import { startTwin, type Twin } from '../twins/kit/start-twin.ts';

const embedding = { mode: 'embedding', prices: { input: '1000000000' } };
let google: Twin;
let cohere: Twin;
let gateway: TestGateway;

const fragments = (more: Partial<Fragments> = {}): Fragments => ({
  providers: [
    provider('google', { type: 'gemini', baseUrl: `${google.origin}/v1beta`, maxRetries: 0 }),
    provider('cohere', { type: 'cohere', baseUrl: cohere.origin, maxRetries: 0 }),
    provider('claude', { type: 'anthropic', baseUrl: cohere.origin, maxRetries: 0 }),
    simulated('sim'),
  ],
  credentials: ['google', 'cohere', 'claude'].map((name) => credential(name, 'the-key')),
  models: [
    model('vectors', 'google', { ...embedding, upstreamModel: 'gemini-embedding-001' }),
    model('team/vectors', 'google', { ...embedding, upstreamModel: 'gemini-embedding-001' }),
    model('cohere-vectors', 'cohere', embedding),
    model('exact', 'cohere', { ...embedding, lossy: 'reject' }),
    model('sim-vectors', 'sim', embedding),
    model('deaf', 'claude', { ...embedding, upstreamModel: 'internal-name-7' }),
    model('chat', 'sim'),
  ],
  keys: [key('alice')],
  ...more,
});

beforeAll(async () => {
  google = await startTwin({ routes: geminiRoutes() });
  cohere = await startTwin({ routes: cohereRoutes() });
  gateway = await startTestGateway({ fragments: fragments() });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await google[Symbol.asyncDispose]();
  await cohere[Symbol.asyncDispose]();
});

const clientAt = ({ url }: TestGateway): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: url } });

async function post(at: TestGateway, call: string, body: unknown) {
  const response = await fetch(`${at.url}/v1beta/models/${call}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'sk-alice' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}

const contentOf = (text: string) => ({ parts: [{ text }] });
const sentTo = (twin: Twin): string => twin.received.at(-1)?.body.toString() ?? '';

describe('Google’s SDK', () => {
  it.each(['vectors', 'team/vectors', 'cohere-vectors', 'sim-vectors'])(
    'gets a vector of each content from %s',
    async (name) => {
      const { embeddings = [], usageMetadata } = await clientAt(gateway).models.embedContent({
        ...{ model: name, contents: ['one text', 'another', 'one text'] },
      });
      expect(embeddings).toHaveLength(3);
      expect(embeddings[0]?.values?.length).toBeGreaterThan(8);
      expect(embeddings[0]).toEqual(embeddings[2]);
      expect(embeddings[0]).not.toEqual(embeddings[1]);
      expect(usageMetadata?.promptTokenCount).toBeGreaterThan(0);
    },
  );

  it('says how long vectors are to be, and what texts are for', async () => {
    const config = { outputDimensionality: 256, taskType: 'RETRIEVAL_QUERY' };
    for (const name of ['vectors', 'cohere-vectors']) {
      const asked = { model: name, contents: 'a text', config };
      const { embeddings = [] } = await clientAt(gateway).models.embedContent(asked);
      expect(embeddings[0]?.values).toHaveLength(256);
    }
    expect(JSON.parse(sentTo(cohere))).toMatchObject({
      ...{ texts: ['a text'], input_type: 'search_query', output_dimension: 256 },
    });
  });
});

it('nothing is sent of a request whose answer would be too large, and the client is told how many texts may be', async () => {
  const before = google.received.length;
  const asked = { model: 'vectors', input: Array.from({ length: 3_200 }, () => 'a') };
  const asking = clientOf(gateway).embeddings.create(asked);
  await expect(asking).rejects.toMatchObject({
    ...{ status: 400, code: 'untranslatable', param: 'input' },
    message: expect.stringContaining('send at most 2048 texts in one request') as string,
  });
  expect(google.received).toHaveLength(before);
});

it('what goes to Google passes as it was written, but for the name of the model', async () => {
  const single = '{ "title":"T", "content":{"parts":[ {"text":"\\u0061"}]},"odd_one":1e2 }';
  const refused = await post(gateway, 'vectors:embedContent', single);
  // The twin knows no such member, as Google knows none.
  expect(refused.status).toBe(400);
  expect(sentTo(google)).toBe(single);
  expect(google.received.at(-1)?.path).toBe('/v1beta/models/gemini-embedding-001:embedContent');
  const named = '{"model":"models/vectors", "content":{"parts":[{"text":"a"}]}}';
  const answered = await post(gateway, 'vectors:embedContent', named);
  expect(answered.status).toBe(200);
  expect(JSON.parse(answered.text)).toMatchObject({
    embedding: { values: expect.any(Array) as [] },
  });
  expect(sentTo(google)).toBe(named.replace('models/vectors', 'models/gemini-embedding-001'));
  const batch = '{"requests":[ {"content":{"parts":[{"text":"a"}]}}]}';
  expect((await post(gateway, 'vectors:batchEmbedContents', batch)).status).toBe(200);
  expect(sentTo(google)).toBe(
    batch.replace('{"content"', '{"model":"models/gemini-embedding-001","content"'),
  );
});

it.each(['embedContent', 'batchEmbedContents'])(
  'a provider without vectors is refused to %s as Google refuses, without the provider’s name for the model',
  async (call) => {
    const asked = { content: contentOf('a'), requests: [{ content: contentOf('a') }] };
    const part = call === 'embedContent' ? { content: asked.content } : asked;
    const { status, text } = await post(gateway, `deaf:${call}`, part);
    expect(status).toBe(400);
    expect(text).not.toContain('internal-name-7');
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 400,
        message: 'The provider of this model does not serve requests of this kind.',
        status: 'INVALID_ARGUMENT',
      },
    });
  },
);

it('OpenAI’s client gets vectors of Google’s models, of length one where they are shortened', async () => {
  const { data, usage } = await clientOf(gateway).embeddings.create({
    ...{ model: 'vectors', input: ['one text', 'another'], dimensions: 16 },
  });
  expect(data.map((one) => one.embedding.length)).toEqual([16, 16]);
  expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 5);
  expect(usage).toEqual({ prompt_tokens: 4, total_tokens: 4 });
  expect(JSON.parse(sentTo(google))).toEqual({
    requests: ['one text', 'another'].map((text) => ({
      ...{ model: 'models/gemini-embedding-001', content: contentOf(text) },
      outputDimensionality: 16,
    })),
  });
  const asked = { model: 'vectors', input: 'x', input_type: 'search_query' };
  await clientOf(gateway).embeddings.create(asked);
  expect(JSON.parse(sentTo(google))).toMatchObject({ requests: [{ taskType: 'RETRIEVAL_QUERY' }] });
});

it('says what a vendor could not be told, or refuses', async () => {
  const body = { content: contentOf('a'), taskType: 'SEMANTIC_SIMILARITY', title: 'T' };
  const told = await post(gateway, 'cohere-vectors:embedContent', body);
  expect(told.headers.get('x-aicp-dropped')).toBe('taskType, title');
  const exact = await post(gateway, 'exact:embedContent', body);
  expect(exact.status).toBe(400);
  expect(JSON.parse(exact.text)).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  const picture = { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] };
  const seen = await post(gateway, 'cohere-vectors:embedContent', { content: picture });
  expect(seen).toMatchObject({ status: 400 });
  expect(seen.text).toContain('vectors of texts alone');
});

it.each([
  ['vectors:embedContent', {}, 'content must be'],
  ['vectors:embedContent', { content: 'a text' }, 'content must be'],
  ['vectors:batchEmbedContents', { requests: [] }, 'requests must be'],
  ['vectors:batchEmbedContents', { requests: ['a'] }, 'requests must be'],
  ['vectors:batchEmbedContents', { requests: [{}] }, 'requests[].content must be'],
  ['vectors:embedContent', { model: 'models/chat', content: contentOf('a') }, 'name the same'],
  ['vectors:embedContent', '{"content":{"parts":[]},"content":{"parts":[]}}', 'is there twice'],
  [
    'vectors:embedContent',
    { content: { parts: [{ fileData: { fileUri: 'gs://bucket/file' } }] } },
    'must be an https address',
  ],
  ['chat:embedContent', { content: contentOf('a') }, 'chat'],
  ['nobody:embedContent', { content: contentOf('a') }, 'nobody'],
])('a request that is none is refused in Google’s form: %s %j', async (call, body, words) => {
  const { status, text } = await post(gateway, call, body);
  expect([400, 404]).toContain(status);
  expect(JSON.parse(text)).toMatchObject({ error: { code: status } });
  expect(text).toContain(words);
});

it('what was used is in the journal, and limits and guardrails act', async () => {
  const guardrails = [guardrail('emails', { stages: ['input', 'output'] })];
  const rateLimits = [rateLimit('few', { rpm: 2 })];
  await using own = await startTestGateway({ fragments: fragments({ guardrails, rateLimits }) });
  const requests = ['x'.repeat(40), 'write to nora@example.com'].map((text) => ({
    ...{ model: 'models/vectors', content: contentOf(text) },
  }));
  const { status } = await post(own, 'vectors:batchEmbedContents', { requests });
  expect(status).toBe(200);
  expect(sentTo(google)).not.toContain('nora@example.com');
  const titled = { content: contentOf('a'), title: 'of nora@example.com' };
  expect((await post(own, 'vectors:embedContent', titled)).status).toBe(200);
  expect(sentTo(google)).not.toContain('nora@example.com');
  expect((await post(own, 'vectors:embedContent', titled)).status).toBe(429);
  const [first] = await usageOf(own);
  expect(first).toMatchObject({
    ...{ model_served: 'vectors', source: 'provider', completion: 'complete', output: 0 },
  });
  expect(first?.cost_nano_usd).toBe((first?.input ?? 0) * 1000);
});

it('the list of models says which of them make vectors', async () => {
  const methods = async (name: string) =>
    (await clientAt(gateway).models.get({ model: name })).supportedActions;
  expect(await methods('vectors')).toEqual(['embedContent', 'batchEmbedContents']);
  expect(await methods('chat')).toContain('generateContent');
});

it('a large batch is read beside the other requests', async () => {
  const requests = Array.from({ length: 90 }, (_, index) => ({
    ...{ model: 'models/vectors', content: contentOf(`text ${index} ${'x'.repeat(8000)}`) },
  }));
  const { status, text } = await post(gateway, 'vectors:batchEmbedContents', { requests });
  expect(status).toBe(200);
  expect((JSON.parse(text) as { embeddings: unknown[] }).embeddings).toHaveLength(90);
});
