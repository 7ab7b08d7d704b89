import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../testing/clients.ts';
import { credential, key, model, provider, type Fragments } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { jsonReply, startTwin } from '../twins/kit/start-twin.ts';
import { startVertexTwin, VERTEX_BASE } from '../twins/vertex/start-vertex-twin.ts';

const embedding = { mode: 'embedding', prices: { input: '1000000000' } };
const started = new AsyncDisposableStack();
let vertex: Awaited<ReturnType<typeof startVertexTwin>>;
let gateway: TestGateway;

const fragments = (more: Partial<Fragments> = {}): Fragments => ({
  providers: [
    provider('vertex', {
      ...{ type: 'vertex', baseUrl: `${vertex.origin}${VERTEX_BASE}`, credential: 'set' },
      maxRetries: 0,
    }),
  ],
  credentials: [credential('vertex', vertex.credential)],
  models: [
    model('english', 'vertex', { ...embedding, upstreamModel: 'text-embedding-005' }),
    model('vectors', 'vertex', { ...embedding, upstreamModel: 'gemini-embedding-001' }),
    model('newer', 'vertex', { ...embedding, upstreamModel: 'gemini-embedding-2' }),
    model('exact', 'vertex', {
      ...{ ...embedding, upstreamModel: 'text-embedding-005', lossy: 'reject' },
    }),
    model('chat', 'vertex', { upstreamModel: 'gemini-2.5-flash' }),
  ],
  keys: [key('alice')],
  ...more,
});

beforeAll(async () => {
  vertex = started.use(await startVertexTwin());
  gateway = started.use(await startTestGateway({ fragments: fragments() }));
});
afterAll(() => started.disposeAsync());

const googleAt = ({ url }: TestGateway): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'sk-alice', httpOptions: { baseUrl: url } });

/** The bodies of what the models were asked for, the last ones. */
const sent = (count = 1): unknown[] =>
  vertex.received
    .filter(({ path }) => path.endsWith(':predict'))
    .slice(-count)
    .map(({ body }) => JSON.parse(body.toString()) as unknown);

describe('embeddings of Vertex AI', () => {
  it.each([
    ['english', 768],
    ['vectors', 3072],
  ])('are served by OpenAI’s SDK, of each text: %s', async (name, dimensions) => {
    const input = ['one text', 'another', 'one text'];
    const { data, usage } = await clientOf(gateway).embeddings.create({ model: name, input });
    expect(data.map(({ embedding: vector }) => vector.length)).toEqual(Array(3).fill(dimensions));
    expect(data[0]?.embedding).toEqual(data[2]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
    expect(usage).toEqual({ prompt_tokens: 6, total_tokens: 6 });
  });

  it('are of length one where they are shortened', async () => {
    const asked = { model: 'vectors', input: 'a text', dimensions: 256 };
    const { data } = await clientOf(gateway).embeddings.create(asked);
    expect(data[0]?.embedding).toHaveLength(256);
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 5);
    expect(vertex.received.at(-1)?.path).toBe(
      `${VERTEX_BASE}/publishers/google/models/gemini-embedding-001:predict`,
    );
  });

  it.each(['english', 'vectors'])('are served by Google’s SDK: %s', async (name) => {
    const config = { outputDimensionality: 64, taskType: 'RETRIEVAL_DOCUMENT', title: 'T' };
    const { embeddings = [], usageMetadata } = await googleAt(gateway).models.embedContent({
      ...{ model: name, contents: ['one text', 'another'], config },
    });
    expect(embeddings.map(({ values }) => values?.length)).toEqual([64, 64]);
    expect(usageMetadata?.promptTokenCount).toBe(4);
    const instances = ['one text', 'another'].map((content) => ({
      ...{ content, task_type: 'RETRIEVAL_DOCUMENT', title: 'T' },
    }));
    const parameters = { outputDimensionality: 64 };
    expect(sent(name === 'vectors' ? 2 : 1)).toEqual(
      name === 'vectors'
        ? instances.map((one) => ({ instances: [one], parameters }))
        : [{ instances, parameters }],
    );
  });

  it('are asked for by embedContent where the model is served by that alone', async () => {
    const input = ['one text', 'another'];
    const { data, usage } = await clientOf(gateway).embeddings.create({ model: 'newer', input });
    expect(data.map(({ embedding: vector }) => vector.length)).toEqual([3072, 3072]);
    expect(data[0]?.embedding).not.toEqual(data[1]?.embedding);
    expect(usage.prompt_tokens).toBe(4);
    expect(vertex.received.at(-1)?.path).toBe(
      `${VERTEX_BASE}/publishers/google/models/gemini-embedding-2:embedContent`,
    );
    const config = { outputDimensionality: 64, taskType: 'RETRIEVAL_DOCUMENT', title: 'T' };
    const asked = { model: 'newer', contents: input, config };
    const { embeddings = [] } = await googleAt(gateway).models.embedContent(asked);
    expect(embeddings.map(({ values }) => values?.length)).toEqual([64, 64]);
  });

  it('are of one content for embedContent', async () => {
    const response = await fetch(`${gateway.url}/v1beta/models/english:embedContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': 'sk-alice' },
      body: JSON.stringify({ content: { parts: [{ text: 'a' }] }, outputDimensionality: 2 }),
    });
    expect(await response.json()).toEqual({
      embedding: { values: [0, 1] },
      usageMetadata: { promptTokenCount: 1 },
    });
  });

  it('are made of as many tokens as Google takes at a time', async () => {
    const input = Array.from({ length: 30 }, () => 'word '.repeat(1_000));
    const { data, usage } = await clientOf(gateway).embeddings.create({ model: 'english', input });
    expect(data).toHaveLength(30);
    expect(usage.prompt_tokens).toBe(30 * 1_250);
  });

  it('are refused where Google refuses them, and where something would be left out', async () => {
    const { embeddings } = clientOf(gateway);
    const wide = embeddings.create({ model: 'english', input: 'a', dimensions: 769 });
    await expect(wide).rejects.toMatchObject({ status: 400 });
    const odd = { model: 'exact', input: 'a', input_type: 'of no kind' };
    await expect(embeddings.create(odd)).rejects.toMatchObject({ status: 400 });
    const many = { model: 'vectors', input: Array.from({ length: 101 }, () => 'a') };
    await expect(embeddings.create(many)).rejects.toThrow('at most 100 in one request');
    const chat = embeddings.create({ model: 'chat', input: 'a' });
    await expect(chat).rejects.toMatchObject({ status: 400 });
  });
});

it('what was used is in the journal, and guardrails act', async () => {
  const guardrails = [guardrail('emails', { stages: ['input', 'output'] })];
  await using own = await startTestGateway({ fragments: fragments({ guardrails }) });
  const input = ['x'.repeat(40), 'write to nora@example.com'];
  await clientOf(own).embeddings.create({ model: 'vectors', input });
  expect(JSON.stringify(sent(2))).toContain('x'.repeat(40));
  expect(JSON.stringify(sent(2))).not.toContain('nora@example.com');
  const [first] = await usageOf(own);
  expect(first).toMatchObject({
    ...{ model_served: 'vectors', source: 'provider', completion: 'complete', output: 0 },
  });
  expect(first?.input).toBeGreaterThan(10);
  expect(first?.cost_nano_usd).toBe((first?.input ?? 0) * 1000);
});

it('an answer with a vector too few is none', async () => {
  const predictions = [{ embeddings: { values: [1], statistics: { token_count: 1 } } }];
  await using twin = await startTwin({
    routes: [{ method: 'POST', path: /.*:predict/, answer: () => jsonReply({ predictions }) }],
  });
  const { providers, ...others } = fragments({ credentials: [credential('vertex', 'a-key')] });
  const baseUrl = `${twin.origin}${VERTEX_BASE}`;
  await using own = await startTestGateway({
    fragments: { ...others, providers: providers?.map((one) => ({ ...one, baseUrl })) ?? [] },
  });
  const asked = { model: 'english', input: ['a', 'b'] };
  await expect(clientOf(own).embeddings.create(asked)).rejects.toMatchObject({ status: 502 });
  expect(twin.received).toHaveLength(1);
});
