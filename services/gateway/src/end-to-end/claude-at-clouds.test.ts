import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { credential, key, model, provider, type Fragments } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { EXAMPLE_KEYS, startBedrockTwin } from '../twins/bedrock/start-bedrock-twin.ts';
import { startTwin, type Twin } from '../twins/kit/start-twin.ts';
import { vertexRoutes, type VertexTwin } from '../twins/vertex/vertex-twin.ts';

const state: VertexTwin = {
  ...{ publicKey: '', email: '', project: 'my-project', region: 'europe-west4', tokens: [] },
};
const prices = { input: '1000000000', output: '2000000000' };
const twins: Partial<Record<string, Twin>> = {};
let gateway: TestGateway;
const started = new AsyncDisposableStack();

const fragments = (more: Partial<Fragments> = {}): Fragments => ({
  providers: [
    provider('vertex', {
      ...{ type: 'vertex', baseUrl: `${twins['vertex']?.origin}/v1`, maxRetries: 0 },
      ...{ project: 'my-project', region: 'europe-west4' },
    }),
    provider('bedrock', {
      ...{ type: 'bedrock', baseUrl: twins['bedrock']?.origin ?? '', maxRetries: 0 },
      ...{ region: EXAMPLE_KEYS.region, credential: 'set' },
    }),
  ],
  credentials: [
    credential(
      'bedrock',
      JSON.stringify({
        accessKeyId: EXAMPLE_KEYS.accessKeyId,
        secretAccessKey: EXAMPLE_KEYS.secretAccessKey,
      }),
    ),
  ],
  models: [
    model('vertex', 'vertex', { upstreamModel: 'claude-sonnet-4-5@20250929', prices }),
    model('bedrock', 'bedrock', {
      upstreamModel: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
      prices,
    }),
    model('vertex-exact', 'vertex', {
      ...{ upstreamModel: 'claude-sonnet-4-5@20250929', lossy: 'reject' },
    }),
    model('bedrock-exact', 'bedrock', {
      ...{ upstreamModel: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0', lossy: 'reject' },
    }),
    model('nova', 'bedrock', { upstreamModel: 'eu.amazon.nova-lite-v1:0' }),
  ],
  keys: [key('alice')],
  ...more,
});

const start = (more?: Partial<Fragments>): Promise<TestGateway> =>
  startTestGateway({
    config: { metadataHost: new URL(twins['vertex']?.origin ?? '').host },
    fragments: fragments(more),
  });

beforeAll(async () => {
  twins['vertex'] = started.use(await startTwin({ routes: vertexRoutes(state) }));
  twins['bedrock'] = started.use(await startBedrockTwin());
  gateway = started.use(await start());
});
afterAll(() => started.disposeAsync());

const claudeAt = ({ url }: TestGateway): Anthropic =>
  new Anthropic({ apiKey: 'sk-alice', baseURL: url, maxRetries: 0 });

const lastOf = (cloud: string) => {
  const { path, headers, body } = twins[cloud]?.received.at(-1) ?? expect.unreachable();
  return { path: decodeURIComponent(path), headers, text: body.toString() };
};

const asking = (name: string, content = 'Hello') => ({
  ...{ model: name, max_tokens: 2048, messages: [{ role: 'user' as const, content }] },
});

describe.each([
  ['vertex', /anthropic\/models\/claude-sonnet-4-5@20250929:rawPredict$/, 'vertex-2023-10-16'],
  ['bedrock', /claude-sonnet-4-5-20250929-v1:0\/invoke$/, 'bedrock-2023-05-31'],
])('a client of Anthropic’s at Claude of %s', (cloud, path, version) => {
  it('is passed on as it asked, but for what stands in the address', async () => {
    const body = `{ "model":"${cloud}", "max_tokens" : 1e2, "messages":[{"role":"user", "content":[{"type":"text","text":"H\\u0065y","cache_control":{"type":"ephemeral"}}]}]}`;
    const headers = { 'x-api-key': 'sk-alice', 'anthropic-version': '2023-06-01' };
    const answer = await fetch(`${gateway.url}/v1/messages`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const said = (await answer.json()) as { content: { text: string }[] };
    expect(said.content[0]?.text).toBe('You said: Hey');
    const sent = lastOf(cloud);
    expect(sent.path).toMatch(path);
    expect(sent.text).toBe(
      body
        .replace(`{ "model":"${cloud}", `, `{"anthropic_version":"${version}",`)
        .replace('1e2, ', '1e2,'),
    );
  });

  it('gets the stream that the model wrote, with signatures and usage', async () => {
    const stream = claudeAt(gateway).messages.stream({
      ...asking(cloud),
      thinking: { type: 'enabled', budget_tokens: 1024 },
    });
    const message = await stream.finalMessage();
    const [thought, text] = message.content;
    expect(thought).toMatchObject({
      type: 'thinking',
      signature: expect.stringMatching(/./) as string,
    });
    expect(text).toMatchObject({ type: 'text', text: 'You said: Hello' });
    expect(message.usage.output_tokens).toBeGreaterThan(0);
    // What it thought goes back as it came.
    const { content } = message;
    await claudeAt(gateway).messages.create({
      ...asking(cloud),
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content },
        { role: 'user', content: 'Again' },
      ],
    });
    expect(lastOf(cloud).text).toContain(JSON.stringify(thought).slice(1, -1).slice(0, 20));
    expect(lastOf(cloud).text).toContain((thought as { signature: string }).signature);
  });

  it('takes part in the betas that clouds take, and says of others that they are left out', async () => {
    const betas = ['claude-code-20250219', 'interleaved-thinking-2025-05-14'];
    const asked = claudeAt(gateway).beta.messages.create({ ...asking(cloud), betas });
    const { response } = await asked.withResponse();
    expect(response.headers.get('x-aicp-dropped')).toBe('anthropic-beta');
    const { headers, text } = lastOf(cloud);
    const sent = cloud === 'vertex' ? String(headers['anthropic-beta']) : text;
    expect(sent).toContain('interleaved-thinking-2025-05-14');
    expect(sent).not.toContain('claude-code');
  });

  it('takes part in no other betas by its body', async () => {
    const inBody = { anthropic_beta: ['new-2099-01-01', 'interleaved-thinking-2025-05-14'] };
    const { response } = await claudeAt(gateway)
      .messages.create({ ...asking(cloud), ...inBody })
      .withResponse();
    expect(response.headers.get('x-aicp-dropped')).toBe('anthropic-beta');
    const { headers, text } = lastOf(cloud);
    expect(text).not.toContain('new-2099');
    expect(cloud === 'vertex' ? headers['anthropic-beta'] : text).toContain('interleaved-thinking');
  });

  it('is refused with the names of betas that the cloud does not take, where its Model wants nothing left out', async () => {
    const betas = ['claude-code-20250219', 'interleaved-thinking-2025-05-14'];
    const count = twins[cloud]?.received.length;
    const asked = claudeAt(gateway).beta.messages.create({ ...asking(`${cloud}-exact`), betas });
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(
        'cannot be told anthropic-beta: claude-code-20250219:',
      ) as string,
      error: { type: 'error', error: { type: 'invalid_request_error' } },
    });
    expect(twins[cloud]?.received.length).toBe(count);
    const taken = { ...asking(`${cloud}-exact`), betas: betas.slice(1) };
    expect((await claudeAt(gateway).beta.messages.create(taken)).content).toHaveLength(1);
  });

  it('hears errors in Anthropic’s form', async () => {
    const asked = claudeAt(gateway).messages.create(asking(cloud, 'fail with 429'));
    await expect(asked).rejects.toMatchObject({
      ...{ status: 429, error: { type: 'error', error: { type: 'rate_limit_error' } } },
    });
  });

  it('is looked at by guardrails, and pays for what was counted', async () => {
    const guardrails = [guardrail('emails', { stages: ['input', 'output'] })];
    await using own = await start({ guardrails });
    const stream = claudeAt(own).messages.stream(asking(cloud, 'write to nora@example.com'));
    const message = await stream.finalMessage();
    expect(JSON.stringify(message)).not.toContain('nora@');
    expect(lastOf(cloud).text).not.toContain('nora@');
    const [line] = await usageOf(own);
    const { input_tokens: input, output_tokens: output } = message.usage;
    expect(line).toMatchObject({ input, output, source: 'provider', completion: 'complete' });
    expect(line?.cost_nano_usd).toBe(input * 1000 + output * 2000);
  });
});

it('chats, responses and Google’s clients are translated to Claude at Vertex', async () => {
  const client = clientOf(gateway);
  const { choices } = await client.chat.completions.create({
    ...{ model: 'vertex', messages: saying('Hello') },
  });
  expect(choices[0]?.message.content).toBe('You said: Hello');
  expect(lastOf('vertex').path).toContain('publishers/anthropic/models/claude-sonnet-4-5@20250929');
  const response = await client.responses.create({ model: 'vertex', input: 'Hello' });
  expect(response.output_text).toBe('You said: Hello');
  const answer = await fetch(`${gateway.url}/v1beta/models/vertex:generateContent`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'sk-alice' },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }),
  });
  expect(await answer.text()).toContain('You said: Hello');
});

it('other models of Bedrock, and other clients, are asked by Converse', async () => {
  await claudeAt(gateway).messages.create(asking('nova'));
  expect(lastOf('bedrock').path).toMatch(/nova-lite-v1:0\/converse$/);
  await clientOf(gateway).chat.completions.create({ model: 'bedrock', messages: saying('Hi') });
  expect(lastOf('bedrock').path).toMatch(/claude-.*\/converse$/);
});

it('a stream of Bedrock that ends with an exception ends with an error', async () => {
  const stream = claudeAt(gateway).messages.stream(asking('bedrock', 'stream fails'));
  await expect(stream.finalMessage()).rejects.toThrow();
});
