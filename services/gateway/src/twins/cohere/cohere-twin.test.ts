import { CohereClientV2, type Cohere } from 'cohere-ai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTwin, type Twin } from '../kit/start-twin.ts';
import { cohereRoutes } from './cohere-twin.ts';

/* Cohere's own SDK drives the twin: what it sends is taken, and what it is answered it understands. */

let twin: Twin;
let client: CohereClientV2;
beforeAll(async () => {
  twin = await startTwin({ routes: cohereRoutes() });
  client = new CohereClientV2({ token: 'a-key', environment: twin.origin, maxRetries: 0 });
});
afterAll(() => twin[Symbol.asyncDispose]());

const model = 'command-a-03-2025';
const tools = ['get_weather', 'get_time'].map((name) => ({
  type: 'function' as const,
  function: {
    name,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}));
const saying = (content: string) => [{ role: 'user' as const, content }];

type Event = Cohere.V2ChatStreamResponse;

const textIn = (event: Event): string | undefined =>
  event.type === 'content-delta' ? event.delta?.message?.content?.text : undefined;

const argumentsIn = (event: Event): string | undefined =>
  event.type === 'tool-call-delta'
    ? event.delta?.message?.toolCalls?.function?.arguments
    : undefined;

/** What the events of a stream bring. */
async function streamed(asked: Cohere.V2ChatStreamRequest): Promise<string> {
  let said = '';
  for await (const event of await client.chatStream(asked))
    said += textIn(event) ?? argumentsIn(event) ?? '';
  return said;
}

it('a text, as a document and as a stream', async () => {
  const whole = await client.chat({ model, messages: saying('Hello') });
  expect(whole.message.content).toEqual([{ type: 'text', text: 'You said: Hello' }]);
  expect(whole.finishReason).toBe('COMPLETE');
  expect(whole.usage?.tokens?.inputTokens).toBe((whole.usage?.billedUnits?.inputTokens ?? 0) + 60);
  expect(await streamed({ model, messages: saying('Hello') })).toBe('You said: Hello');
});

it('tools in parallel, and their results', async () => {
  const asked = { model, tools, messages: saying('Call get_weather in parallel') };
  const { message, finishReason } = await client.chat(asked);
  expect(finishReason).toBe('TOOL_CALL');
  expect(message.toolCalls).toHaveLength(2);
  const calls = message.toolCalls ?? [];
  const answered = await client.chat({
    ...asked,
    messages: [
      ...asked.messages,
      { role: 'assistant', toolCalls: calls, toolPlan: message.toolPlan ?? '' },
      ...calls.map(({ id }) => ({
        ...{ role: 'tool' as const, toolCallId: id },
        content: [{ type: 'document' as const, document: { data: { result: 'sun' } } }],
      })),
    ],
  });
  expect(answered.message.content).toEqual([
    { type: 'text', text: 'The tools said: sun and sun.' },
  ]);
  expect(await streamed(asked)).toBe(calls.map((call) => call.function?.arguments).join(''));
});

it('a JSON schema, thoughts, a picture and a stop for its length', async () => {
  const jsonSchema = { type: 'object', properties: { city: { type: 'string' } } };
  const schema = await client.chat({
    ...{ model, messages: saying('Where?') },
    responseFormat: { type: 'json_object', jsonSchema },
  });
  expect(JSON.stringify(schema.message.content)).toContain('city');
  const thought = await client.chat({
    ...{ model, messages: saying('Hello'), thinking: { type: 'enabled', tokenBudget: 100 } },
  });
  expect(thought.message.content?.[0]?.type).toBe('thinking');
  const url = 'data:image/png;base64,AAAA';
  const seen = await client.chat({
    model,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', imageUrl: { url } },
        ],
      },
    ],
  });
  expect(JSON.stringify(seen.message.content)).toContain('1 of your media');
  const cut = await client.chat({ model, messages: saying('Hello'), maxTokens: 2 });
  expect(cut.finishReason).toBe('MAX_TOKENS');
});

it('vectors, an order of documents, and models', async () => {
  const vectors = await client.embed({
    ...{ model: 'embed-v4.0', inputType: 'search_query', texts: ['a', 'b'] },
    embeddingTypes: ['float'],
  });
  expect(vectors.embeddings.float).toHaveLength(2);
  const order = await client.rerank({
    ...{ model: 'rerank-v3.5', query: 'a cat', documents: ['a dog', 'a cat'] },
  });
  expect(order.results[0]?.index).toBe(1);
  expect((await client.models.list()).models.length).toBeGreaterThan(0);
});

it('errors, with their status', async () => {
  const failing = client.chat({ model, messages: saying('fail with 429') });
  await expect(failing).rejects.toMatchObject({ statusCode: 429 });
  const stranger = new CohereClientV2({ token: 'wrong', environment: twin.origin, maxRetries: 0 });
  const asked = stranger.chat({ model, messages: saying('Hello') });
  await expect(asked).rejects.toMatchObject({ statusCode: 401 });
});
