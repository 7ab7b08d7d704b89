import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, saying } from '../../testing/clients.ts';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startTwin, type Twin } from '../../twins/kit/start-twin.ts';
import { geminiRoutes } from '../../twins/gemini/gemini-twin.ts';

const API_KEY = 'AIza-a-key-that-nobody-may-see';

let twin: Twin;
let gateway: TestGateway;
let client: OpenAI;

beforeAll(async () => {
  twin = await startTwin({ routes: geminiRoutes() });
  const google = (id: string) =>
    provider(id, { type: 'gemini', baseUrl: `${twin.origin}/v1beta`, credential: 'set' });
  const prices = { input: '1000000', output: '2000000', reasoning: '3000000' };
  gateway = await startTestGateway({
    fragments: {
      keys: [key('alice')],
      providers: [google('google'), google('google-without-key')],
      credentials: [credential('google', API_KEY), credential('google-without-key', 'wrong')],
      models: [
        model('main', 'google', { upstreamModel: 'gemini-3-pro-preview', prices }),
        model('strict', 'google', { upstreamModel: 'gemini-3-pro-preview', lossy: 'reject' }),
        model('older', 'google', { upstreamModel: 'models/gemini-2.5-flash' }),
        model('locked', 'google-without-key', { upstreamModel: 'gemini-2.5-flash' }),
      ],
    },
  });
  client = clientOf(gateway);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await twin[Symbol.asyncDispose]();
});

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
};
const tools = [
  { type: 'function' as const, function: { name: 'weather', parameters } },
  { type: 'function' as const, function: { name: 'time' } },
];

/** What a stream says. */
async function heard(stream: AsyncIterable<OpenAI.ChatCompletionChunk>) {
  const said = {
    text: '',
    thoughts: '',
    reason: '',
    usage: undefined as OpenAI.CompletionUsage | undefined,
  };
  for await (const {
    choices: [choice],
    usage,
  } of stream) {
    const { content, reasoning_content = '' } = (choice?.delta ?? {}) as {
      content?: string | null;
      reasoning_content?: string;
    };
    said.text += content ?? '';
    said.thoughts += reasoning_content;
    said.reason = choice?.finish_reason ?? said.reason;
    said.usage = usage ?? said.usage;
  }
  return said;
}

const messageOf = ({ choices: [choice] }: OpenAI.ChatCompletion) => {
  if (!choice) throw new Error('there is no choice');
  return choice.message;
};

const argumentsOf = (message: OpenAI.ChatCompletionMessage) =>
  (message.tool_calls ?? []).map((call) =>
    'function' in call ? (JSON.parse(call.function.arguments) as object) : {},
  );

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof OpenAI.APIError ? `${error.status} ${error.message}` : String(error),
  );

it('answers, counts what it used, and says what the model is called', async () => {
  const answer = await client.chat.completions.create({
    model: 'main',
    messages: [{ role: 'system', content: 'Be kind.' }, ...saying('hello there')],
  });
  expect(answer.choices[0]?.message.content).toBe('You said: hello there');
  expect(answer.choices[0]?.finish_reason).toBe('stop');
  expect(answer.usage?.completion_tokens).toBe(6);
  const asked = twin.received.at(-1);
  expect(asked?.headers['x-goog-api-key']).toBe(API_KEY);
  expect(asked?.path).toBe('/v1beta/models/gemini-3-pro-preview:generateContent');
});

it('streams, with reasoning, and is told the reason and the usage', async () => {
  const stream = await client.chat.completions.create({
    model: 'older',
    messages: saying('hello at length'),
    reasoning_effort: 'high',
    max_completion_tokens: 5,
    stream: true,
    stream_options: { include_usage: true },
  });
  const { text, thoughts, reason, usage } = await heard(stream);
  expect([text, reason]).toEqual(['One thing leads to t', 'length']);
  expect(thoughts).toBe('The question is plain, and so is its answer.');
  expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(11);
  expect(usage?.completion_tokens).toBe(16);
  const sent = JSON.parse(twin.received.at(-1)?.body.toString() ?? '') as Record<string, unknown>;
  expect(sent['generationConfig']).toEqual({
    maxOutputTokens: 5,
    thinkingConfig: { thinkingBudget: 24_576, includeThoughts: true },
  });
});

it('calls tools in parallel, and gives their results back in the order of the calls', async () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = saying('weather and time in parallel');
  const called = await client.chat.completions.create({ model: 'main', messages, tools });
  const message = messageOf(called);
  expect(called.choices[0]?.finish_reason).toBe('tool_calls');
  expect(argumentsOf(message)).toEqual([{ city: expect.any(String) as string }, {}]);
  const ids = (message.tool_calls ?? []).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  messages.push(
    message,
    { role: 'tool', tool_call_id: ids[1] ?? '', content: 'noon' },
    { role: 'tool', tool_call_id: ids[0] ?? '', content: 'sun' },
  );
  const answer = await client.chat.completions.create({ model: 'main', messages, tools });
  expect(answer.choices[0]?.message.content).toBe('The tools said: sun and noon.');
});

it('gives calls back of clients that lose their signature', async () => {
  const call = { id: 'a', type: 'function' as const, function: { name: 'time', arguments: '{}' } };
  const answer = await client.chat.completions.create({
    model: 'main',
    messages: [
      ...saying('time'),
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: '{"hour":12}' },
    ],
    tools,
  });
  expect(answer.choices[0]?.message.content).toBe('The tools said: {"hour":12}.');
});

it('streams calls, with arguments that are whole', async () => {
  const stream = client.chat.completions.stream({
    model: 'main',
    messages: saying('weather in parallel'),
    tools,
    tool_choice: 'required',
  });
  const message = messageOf(await stream.finalChatCompletion());
  expect(argumentsOf(message)).toEqual([{ city: expect.any(String) as string }, {}]);
});

it('shows pictures, and has answers fit a schema', async () => {
  const image_url = { url: 'data:image/png;base64,AAAA' };
  const seen = await client.chat.completions.create({
    model: 'main',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url },
        ],
      },
    ],
  });
  expect(seen.choices[0]?.message.content).toContain('I see 1 of your media');
  const json = await client.chat.completions.create({
    model: 'main',
    messages: saying('x'),
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: parameters } },
  });
  expect(JSON.parse(json.choices[0]?.message.content ?? '')).toHaveProperty('city');
});

it('says what was filtered, as an answer or as a prompt', async () => {
  for (const text of ['be filtered', 'block the prompt']) {
    const answer = await client.chat.completions.create({ model: 'main', messages: saying(text) });
    expect(answer.choices[0]?.finish_reason).toBe('content_filter');
  }
});

it('passes errors on in its words, without the credential', async () => {
  const failed = client.chat.completions.create({
    model: 'main',
    messages: saying('fail with 429'),
  });
  expect(await refusalOf(failed)).toContain('429');
  const locked = await refusalOf(
    client.chat.completions.create({ model: 'locked', messages: saying('x') }),
  );
  expect(locked).not.toContain('wrong');
  const strict = client.chat.completions.create({
    model: 'strict',
    messages: saying('x'),
    logit_bias: { 1: 1 },
  });
  expect(await refusalOf(strict)).toContain('cannot be told logit_bias');
  const file = client.chat.completions.create({
    model: 'main',
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'image_url',
            image_url: { url: 'https://generativelanguage.googleapis.com/v1beta/files/x' },
          },
        ],
      },
    ],
  });
  expect(await refusalOf(file)).toContain('belong to whoever holds the credential');
});

it('fails where the connection breaks, and counts what came', async () => {
  const stream = await client.chat.completions.create({
    model: 'main',
    messages: saying('break off at length'),
    stream: true,
  });
  await expect(heard(stream)).rejects.toThrow();
  const cut = await waitFor(async () =>
    (await usageOf(gateway)).find(
      ({ completion, output }) => completion === 'provider_failed' && output > 0,
    ),
  );
  expect(cut.output).toBeGreaterThan(50);
});
