import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { expect, it } from 'vitest';
import { startTwin } from '../kit/start-twin.ts';
import { anthropicTwin } from './anthropic-twin.ts';

const schema = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const tools = ['get_weather', 'get_time'].map((name) => ({ name, input_schema: schema }));
const saying = (content: Anthropic.MessageParam['content']) => [{ role: 'user' as const, content }];
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const clientOf = (origin: string, apiKey = 'sk-ant') =>
  new Anthropic({ baseURL: origin, apiKey, maxRetries: 0 });

async function start() {
  const twin = await startTwin({ routes: anthropicTwin() });
  const client = clientOf(twin.origin);
  const ask = (content: Anthropic.MessageParam['content'], more: object = {}) =>
    client.messages.create({
      ...{ model: 'claude-sonnet-4-5', max_tokens: 2000, messages: saying(content) },
      ...more,
    } as Anthropic.MessageCreateParamsNonStreaming);
  return {
    client,
    ask,
    origin: twin.origin,
    [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose](),
  };
}

it('speaks to the SDK of Anthropic: texts, stops, refusals, pictures, schemas', async () => {
  await using twin = await start();
  const { ask } = twin;
  expect(await ask('Hello')).toMatchObject({
    content: [{ type: 'text', text: 'You said: Hello' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 2, output_tokens: 4 },
  });
  expect(await ask('Hello', { max_tokens: 2 })).toMatchObject({ stop_reason: 'max_tokens' });
  expect(await ask('Hello', { stop_sequences: ['said'] })).toMatchObject({
    stop_reason: 'stop_sequence',
    stop_sequence: 'said',
  });
  expect(await ask('Please refuse')).toMatchObject({ stop_reason: 'refusal' });
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PIXEL };
  const seen = await ask([
    { type: 'image', source },
    { type: 'text', text: 'Look' },
  ]);
  expect(seen.content).toMatchObject([{ text: 'You said: Look I see 1 of your media.' }]);
  const formed = await ask('Hello', { output_config: { format: { type: 'json_schema', schema } } });
  expect(formed.content).toMatchObject([{ text: expect.stringMatching(/^\{"city":/) as string }]);
});

it('streams, thinks, calls tools, two at once, and hears what they answer', async () => {
  await using twin = await start();
  const { client } = twin;
  const asked = {
    ...{ model: 'claude-sonnet-4-5', max_tokens: 4000, tools },
    thinking: { type: 'enabled' as const, budget_tokens: 2000 },
  };
  const messages = saying('Call get_weather in parallel');
  const first = await client.messages.stream({ ...asked, messages }).finalMessage();
  expect(first.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use', 'tool_use']);
  expect(first).toMatchObject({
    stop_reason: 'tool_use',
    usage: { output_tokens_details: { thinking_tokens: 11 } },
  });
  const results = first.content.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'rain' }]
      : [],
  );
  const next = [
    ...messages,
    { role: 'assistant' as const, content: first.content as Anthropic.ContentBlockParam[] },
    { role: 'user' as const, content: results },
  ];
  const second = await client.messages.stream({ ...asked, messages: next }).finalMessage();
  expect(second.content.at(-1)).toMatchObject({ text: 'The tools said: rain and rain.' });
});

it('counts tokens, lists its models, and breaks off', async () => {
  await using twin = await start();
  const { client } = twin;
  const model = 'claude-sonnet-4-5';
  const messages = saying('Hello');
  expect(await client.messages.countTokens({ model, messages })).toEqual({ input_tokens: 2 });
  const chat = { model, messages, max_tokens: 5 } as Anthropic.MessageCountTokensParams;
  await expect(client.messages.countTokens(chat)).rejects.toMatchObject({ status: 400 });
  const busy = client.messages.countTokens({ model, messages: saying('fail with 529') });
  await expect(busy).rejects.toMatchObject({ status: 529 });
  const ids: string[] = [];
  for await (const { id } of client.models.list()) ids.push(id);
  expect(ids).toContain(model);
  expect(await client.models.retrieve(model)).toMatchObject({ id: model });
  const asked = { model, max_tokens: 100 };
  const broken = client.messages.stream({ ...asked, messages: saying('Please break off') });
  await expect(broken.finalMessage()).rejects.toThrow();
  const failing = client.messages.stream({
    ...asked,
    messages: saying('Please fail in the middle'),
  });
  await expect(failing.finalMessage()).rejects.toThrow('Overloaded');
});

const call = { type: 'tool_use', id: 'toolu_1', name: 'get_time', input: {} };

it.each([
  ['max_tokens', { max_tokens: undefined }, 400],
  ['seed: Extra inputs', { seed: 1 }, 400],
  ['context_management: Extra inputs', { context_management: {} }, 400],
  ['model: gpt', { model: 'gpt' }, 404],
  ['temperature', { temperature: 1.5 }, 400],
  ['deprecated', { model: 'claude-opus-4-7', temperature: 0.5 }, 400],
  ['first message', { messages: [{ role: 'assistant', content: 'Hi' }] }, 400],
  ['non-empty', { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }, 400],
  [
    'immediately after',
    { messages: [...saying('Hi'), { role: 'assistant', content: [call] }, ...saying('And?')] },
    400,
  ],
  [
    'signature',
    {
      messages: [
        ...saying('Hi'),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'x', signature: 'y' },
            { type: 'text', text: 'Hi' },
          ],
        },
        ...saying('And?'),
      ],
    },
    400,
  ],
  ['Failing with 529', { messages: saying('fail with 529') }, 529],
])('refuses %s', async (words, more, status) => {
  await using twin = await start();
  const failed = await twin.ask('Hello', more).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(APIError);
  expect(failed).toMatchObject({ status });
  expect(String(failed)).toContain(words);
});

it('refuses who has no key', async () => {
  await using twin = await start();
  const wrong = clientOf(twin.origin, 'wrong').messages.create({
    ...{ model: 'claude-sonnet-4-5', max_tokens: 9, messages: saying('Hi') },
  });
  await expect(wrong).rejects.toMatchObject({ status: 401, type: 'authentication_error' });
});
