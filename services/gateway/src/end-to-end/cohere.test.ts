import { CohereClientV2 } from 'cohere-ai';
import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cohereRoutes } from '../twins/cohere/cohere-twin.ts';
import { startTwin, type Twin } from '../twins/kit/start-twin.ts';
import { guardrail } from '../testing/guardrails.ts';
import { clientOf, saying } from '../testing/clients.ts';
import { credential, key, model, provider, type Fragments } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const prices = { input: '1000000000', output: '2000000000' };
let twin: Twin;
let gateway: TestGateway;
let client: OpenAI;

const fragments = (more: Partial<Fragments> = {}): Fragments => ({
  providers: [provider('cohere', { type: 'cohere', baseUrl: twin.origin })],
  credentials: [credential('cohere', 'the-key')],
  models: [
    model('command', 'cohere', { upstreamModel: 'command-a-03-2025', prices }),
    model('exact', 'cohere', { lossy: 'reject' }),
    model('vectors', 'cohere', { mode: 'embedding', prices }),
    model('ranker', 'cohere', { mode: 'rerank', prices: { perRequest: '2000000' } }),
  ],
  keys: [key('alice')],
  ...more,
});

beforeAll(async () => {
  twin = await startTwin({ routes: cohereRoutes() });
  gateway = await startTestGateway({ fragments: fragments() });
  client = clientOf(gateway);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await twin[Symbol.asyncDispose]();
});

const tools = ['get_weather', 'get_time'].map((name) => ({
  type: 'function' as const,
  function: {
    name,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}));
const ask = (content: string, more: object = {}) =>
  client.chat.completions.create({ model: 'command', messages: saying(content), ...more });

/** The arguments of each call of a stream. */
async function streamedArguments(content: string): Promise<string[]> {
  const written: string[] = [];
  const stream = await client.chat.completions.create({
    ...{ model: 'command', tools, stream: true, messages: saying(content) },
  });
  for await (const { choices } of stream)
    for (const { index, function: part } of choices[0]?.delta.tool_calls ?? [])
      written[index] = (written[index] ?? '') + (part?.arguments ?? '');
  return written;
}

describe('a chat completion that Cohere answers', () => {
  it('is a document or a stream', async () => {
    const whole = await ask('Hello');
    expect(whole.choices[0]).toMatchObject({
      message: { content: 'You said: Hello' },
      finish_reason: 'stop',
    });
    let text = '';
    let usage: OpenAI.CompletionUsage | null | undefined;
    const stream = await client.chat.completions.create({
      ...{ model: 'command', messages: saying('Hello'), stream: true },
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe('You said: Hello');
    expect(usage).toEqual(whole.usage);
    expect(twin.received.at(-1)?.headers.authorization).toBe('Bearer the-key');
  });

  it('calls tools in parallel and hears their results', async () => {
    const first = await ask('Call get_weather in parallel', { tools });
    const message = first.choices[0]?.message;
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    const calls = message?.tool_calls ?? [];
    expect(calls).toHaveLength(2);
    const second = await client.chat.completions.create({
      ...{ model: 'command', tools },
      messages: [
        ...saying('Call get_weather in parallel'),
        ...(message ? [message] : []),
        ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'sun' })),
      ],
    });
    expect(second.choices[0]?.message.content).toBe('The tools said: sun and sun.');
    const written = await streamedArguments('Call get_weather in parallel');
    const whole = calls.map((call) => (call.type === 'function' ? call.function.arguments : ''));
    expect(written).toEqual(whole);
  });

  it('calls the one tool that has to be called', async () => {
    const choice = { type: 'function', function: { name: 'get_time' } };
    const { choices } = await ask('Hello', { tools, tool_choice: choice });
    const [call] = choices[0]?.message.tool_calls ?? [];
    expect(call?.type === 'function' && call.function.name).toBe('get_time');
  });

  it('fits a schema, sees a picture, tells its thoughts, ends where it must', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const format = { type: 'json_schema', json_schema: { name: 'place', schema } };
    const fitting = await ask('Where?', { response_format: format });
    expect(JSON.parse(fitting.choices[0]?.message.content ?? '')).toHaveProperty('city');
    const seen = await client.chat.completions.create({
      model: 'command',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    });
    expect(seen.choices[0]?.message.content).toContain('1 of your media');
    const thought = await ask('Hello', { reasoning_effort: 'low' });
    expect(thought.choices[0]?.message).toHaveProperty('reasoning_content');
    expect((await ask('Hello', { max_tokens: 2 })).choices[0]?.finish_reason).toBe('length');
    expect((await ask('be filtered')).choices[0]?.finish_reason).toBe('content_filter');
  });

  it('says what Cohere could not be told, or refuses', async () => {
    const { response } = await client.chat.completions
      .create({ model: 'command', messages: saying('Hi'), logit_bias: { '1': 2 }, top_p: 0.5 })
      .withResponse();
    expect(response.headers.get('x-aicp-dropped')).toBe('logit_bias');
    const exact = ask('Hi', { model: 'exact', logit_bias: { '1': 2 } });
    await expect(exact).rejects.toMatchObject({ status: 400, param: 'logit_bias' });
    const sound = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
    const spoken = ask('', { messages: [{ role: 'user', content: [sound] }] });
    await expect(spoken).rejects.toMatchObject({ status: 400, code: 'untranslatable' });
  });

  it('is an error in OpenAI’s form where Cohere has one', async () => {
    await expect(ask('fail with 422')).rejects.toMatchObject({ status: 422 });
    await expect(ask('x'.repeat(400_001))).rejects.toMatchObject({
      ...{ status: 400, code: 'context_length_exceeded' },
    });
  });

  it('counts what Cohere charges for', async () => {
    await using own = await startTestGateway({ fragments: fragments() });
    await clientOf(own).chat.completions.create({ model: 'command', messages: saying('Hello') });
    const [line] = await usageOf(own);
    // [{"role":"user","content":"Hello"}] has 35 characters, which are 9 tokens; "You said: Hello" has 15, which are 4.
    expect(line).toMatchObject({ input: 9, output: 4, source: 'provider', cost_nano_usd: 17_000 });
  });

  it('is looked at by guardrails, before and after', async () => {
    const guardrails = [guardrail('emails', { stages: ['input', 'output'] })];
    await using own = await startTestGateway({ fragments: fragments({ guardrails }) });
    const stream = await clientOf(own).chat.completions.create({
      ...{ model: 'command', messages: saying('write to nora@example.com'), stream: true },
    });
    for await (const chunk of stream) expect(JSON.stringify(chunk)).not.toContain('nora@');
    expect(twin.received.at(-1)?.body.toString()).not.toContain('nora@example.com');
  });
});

describe('what Cohere makes beside chats', () => {
  it('is vectors for OpenAI’s client', async () => {
    const { data, usage } = await client.embeddings.create({
      ...{ model: 'vectors', input: ['one text', 'another'], dimensions: 512 },
    });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([512, 512]);
    expect(usage).toEqual({ prompt_tokens: 4, total_tokens: 4 });
    const sent = JSON.parse(twin.received.at(-1)?.body.toString() ?? '') as object;
    expect(sent).toEqual({
      ...{ model: 'vectors', texts: ['one text', 'another'], input_type: 'search_document' },
      ...{ embedding_types: ['float'], output_dimension: 512 },
    });
    const tokens = client.embeddings.create({ model: 'vectors', input: [1, 2] });
    await expect(tokens).rejects.toMatchObject({ status: 400, code: 'untranslatable' });
  });

  it('is asked for as many texts at a time as Cohere takes', async () => {
    const before = twin.received.length;
    const input = Array.from({ length: 97 }, () => 'one text');
    const { data, usage } = await client.embeddings.create({ model: 'vectors', input });
    expect(data.map(({ index }) => index)).toEqual(input.map((_, at) => at));
    expect(usage.prompt_tokens).toBe(2 * 97);
    expect(twin.received.length - before).toBe(2);
    const tooMany = Array.from({ length: 4_000 }, () => 'text');
    const asked = client.embeddings.create({ model: 'vectors', input: tooMany });
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'untranslatable' });
  });

  it('is an order of documents for Cohere’s own client', async () => {
    const cohere = new CohereClientV2({ environment: gateway.url, token: 'sk-alice' });
    const documents = ['a dog', 'a cat'];
    const { results } = await cohere.rerank({ model: 'ranker', query: 'a cat', documents });
    expect(results[0]?.index).toBe(1);
    const old = await fetch(`${gateway.url}/v1/rerank`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'ranker', query: 'cat', documents, return_documents: true }),
    });
    expect(await old.json()).toMatchObject({ results: [{ document: { text: 'a cat' } }, {}] });
  });
});
