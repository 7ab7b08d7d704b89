import OpenAI, { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import type { TwinVendor } from '../vendors.ts';
import { TWIN_VENDORS } from '../vendors.ts';

const NAMES = ['mistral', 'groq', 'deepseek', 'xai', 'together', 'fireworks', 'openrouter'].concat([
  'perplexity',
  'ollama',
  'vllm',
]);

async function twinOf(name: string) {
  const vendor: TwinVendor | undefined = TWIN_VENDORS[name];
  if (!vendor) throw new Error(`there is no twin of ${name}`);
  const twin = await vendor.start();
  const client = new OpenAI({
    baseURL: `${twin.origin}${vendor.base}`,
    apiKey: 'sk-twin',
    maxRetries: 0,
  });
  return { twin, client, [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
}

const user = (content: string) => [{ role: 'user' as const, content }];

const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};

/** What a request comes to: `ok`, or the status and the words of its refusal. */
async function outcome(asking: Promise<unknown>): Promise<string> {
  try {
    await asking;
    return 'ok';
  } catch (error) {
    if (error instanceof APIError) return `${String(error.status)} ${error.message}`;
    throw error;
  }
}

describe.each(NAMES)('the SDK of OpenAI and the twin of %s', (name) => {
  it('talk in documents and streams, and count the same', async () => {
    await using at = await twinOf(name);
    const answer = await at.client.chat.completions.create({
      model: 'm',
      messages: user('Hello'),
      temperature: 0.5,
    });
    expect(answer.choices[0]?.message.content).toBe('You said: Hello');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 });
    const stream = await at.client.chat.completions.create({
      model: 'm',
      messages: user('Hello'),
      stream: true,
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('You said: Hello');
  });

  it('disagree as the vendor says', async () => {
    await using at = await twinOf(name);
    const failing = at.client.chat.completions.create({
      model: 'm',
      messages: user('Please fail with 429'),
    });
    expect(await outcome(failing)).toMatch(/^429 /);
  });
});

describe('a twin', () => {
  it.each(NAMES.filter((name) => name !== 'perplexity'))('of %s calls tools', async (name) => {
    await using at = await twinOf(name);
    const asked = { model: 'm', messages: user('Call get_weather'), tools: [weather] };
    const first = await at.client.chat.completions.create(asked);
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    const message = first.choices[0]?.message;
    if (!message) throw new Error('no message');
    const second = await at.client.chat.completions.create({
      ...asked,
      messages: [
        ...asked.messages,
        { role: 'assistant', tool_calls: message.tool_calls ?? [] },
        { role: 'tool', tool_call_id: message.tool_calls?.[0]?.id ?? '', content: 'sunny' },
      ],
    });
    expect(second.choices[0]?.message.content).toBe('The tools said: sunny.');
    const unanswered = [
      ...asked.messages,
      { role: 'assistant' as const, tool_calls: message.tool_calls ?? [] },
    ];
    expect(
      await outcome(at.client.chat.completions.create({ ...asked, messages: unanswered })),
    ).toMatch(/^4/);
  });

  it.each([
    ['mistral', { seed: 1 }, /^422/],
    ['mistral', { stream_options: { include_usage: true }, stream: true as const }, /^422/],
    ['groq', { logprobs: true }, /^400/],
    ['groq', { n: 2 }, /^400/],
    [
      'deepseek',
      { response_format: { type: 'json_schema' as const, json_schema: { name: 'a', schema: {} } } },
      /^400/,
    ],
    ['xai', { model: 'grok-4', stop: ['x'] }, /^400/],
    ['xai', { model: 'grok-4-fast-non-reasoning', stop: ['x'] }, /^ok/],
    ['together', { logprobs: true }, /^400/],
    ['fireworks', { store: true }, /^400/],
    ['openrouter', { store: true }, /^ok/],
    ['perplexity', { tools: [weather] }, /^400/],
    ['ollama', { user: 'ada' }, /^ok/],
    ['vllm', { guided_json: {} }, /^ok/],
  ])('of %s is asked for %o', async (name, more, expected) => {
    await using at = await twinOf(name);
    const asked = { model: 'm', messages: user('Hello'), ...more };
    expect(await outcome(at.client.chat.completions.create(asked))).toMatch(expected);
  });

  it('knows who may ask, where its vendor wants to', async () => {
    const vendor = TWIN_VENDORS['groq'];
    await using twin = await vendor?.start();
    const answer = await fetch(`${twin?.origin}${vendor?.base}/models`);
    expect(answer.status).toBe(401);
  });
});
