import Anthropic from '@anthropic-ai/sdk';
import { createAnthropic } from '@ai-sdk/anthropic';
import { ChatAnthropic } from '@langchain/anthropic';
import { generateText, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { startAnthropic, type AnthropicGateway } from '../testing/anthropic-gateway.ts';
import { key, rateLimit } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';

const input_schema = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const tools = ['get_weather', 'get_time'].map((name) => ({ name, input_schema }));

/** The stock client of Anthropic, that never tries again by itself. */
const clientOf = ({ gateway }: AnthropicGateway, apiKey = 'sk-alice') =>
  new Anthropic({ baseURL: gateway.url, apiKey, maxRetries: 0 });

const asking = (content: string, more: object = {}) =>
  ({
    ...{ model: 'sonnet', max_tokens: 2000, messages: [{ role: 'user', content }] },
    ...more,
  }) as Anthropic.MessageCreateParamsNonStreaming;

const COUNTING = '/v1/messages/count_tokens';

describe('a client of Anthropic before Anthropic', () => {
  it('is passed on byte for byte but for the model, with its version and its betas', async () => {
    await using all = await startAnthropic();
    const system = [
      { type: 'text', text: 'Be brief, always.', cache_control: { type: 'ephemeral' } },
    ];
    const context_management = { edits: [{ type: 'clear_tool_uses_20250919' }] };
    const options = { headers: { 'anthropic-beta': 'context-management-2025-06-27' } };
    const body = { system, context_management, metadata: { user_id: 'u-1' } };
    const answer = await clientOf(all).messages.create(asking('Hello', body), options);
    expect(answer).toMatchObject({
      ...{ id: 'msg_twin_1', model: 'claude-sonnet-4-5', stop_reason: 'end_turn' },
      content: [{ type: 'text', text: 'You said: Hello' }],
    });
    const [asked] = all.twin.received;
    expect(JSON.parse(asked!.body.toString())).toEqual({
      ...asking('Hello', body),
      model: 'claude-sonnet-4-5',
    });
    expect(asked!.headers).toMatchObject({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'context-management-2025-06-27',
      'x-api-key': 'sk-ant-twin-secret-key',
    });
    // 1 at $3, 2 from the cache at $0.3, 3 to the cache at $3.75, 4 at $15 a million.
    const [record] = await usageOf(all.gateway);
    expect(record).toMatchObject({
      ...{ input: 1, cached_input: 2, cache_write: 3, output: 4, reasoning: 0 },
      ...{ user: 'u-1', source: 'provider', status: 200, cost_nano_usd: 74_850 },
    });
  });

  it('gets streams with thinking and tools at once, and their results heard', async () => {
    await using all = await startAnthropic();
    const { messages } = clientOf(all);
    const thinking = { type: 'enabled', budget_tokens: 1500 };
    const question = asking('Call get_weather in parallel', { tools, thinking });
    const first = await messages.stream(question).finalMessage();
    expect(first.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use', 'tool_use']);
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result', tool_use_id: block.id, content: 'rain' }]
        : [],
    );
    const next = [
      ...question.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: results },
    ];
    const second = await messages.stream({ ...question, messages: next } as never).finalMessage();
    expect(second.content.at(-1)).toMatchObject({ text: 'The tools said: rain and rain.' });
    const [record] = await usageOf(all.gateway, 2);
    expect(record).toMatchObject({ reasoning: 11, completion: 'complete', source: 'provider' });
  });

  it('is asked by Claude Code as ever', async () => {
    await using all = await startAnthropic();
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...{ name: `Tool${index}`, description: 'Does something.'.repeat(20), input_schema },
    }));
    const response = await fetch(`${all.gateway.url}/v1/messages?beta=true`, {
      method: 'POST',
      headers: {
        ...{ 'x-api-key': 'sk-alice', 'anthropic-version': '2023-06-01' },
        'anthropic-beta': 'claude-code-20250219,context-management-2025-06-27',
      },
      body: JSON.stringify({
        ...asking('Hello', { tools: many, stream: true, max_tokens: 32_000 }),
        system: [
          { type: 'text', text: 'You are Claude Code.', cache_control: { type: 'ephemeral' } },
        ],
        thinking: { type: 'enabled', budget_tokens: 31_999 },
        metadata: { user_id: 'user_1_account__session_2' },
        context_management: { edits: [{ type: 'clear_thinking_20251015' }] },
      }),
    });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('event: message_start\ndata: ');
    expect(text).toContain('event: message_stop\ndata: {"type":"message_stop"}\n\n');
  });

  it('is told of errors in the words of Anthropic, and of ours in its form', async () => {
    await using all = await startAnthropic();
    const { messages } = clientOf(all);
    const failed = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
    expect(await failed(messages.create(asking('fail with 413')))).toMatchObject({
      ...{ status: 413, type: 'request_too_large' },
    });
    expect(await failed(messages.create(asking('Hi', { model: 'none' })))).toMatchObject({
      ...{ status: 404, type: 'not_found_error', errorCode: 'model_not_found' },
      requestID: expect.stringMatching(/^[\w-]{36}$/) as string,
      error: { request_id: expect.stringMatching(/^[\w-]{36}$/) as string },
    });
    const nobody = clientOf(all, 'sk-nobody').messages.create(asking('Hi'));
    expect(await failed(nobody)).toMatchObject({ status: 401, type: 'authentication_error' });
    const stream = messages.stream(asking('fail in the middle')).finalMessage();
    expect(String(await failed(stream))).toContain('Overloaded');
    const broken = messages.stream(asking('Please break off at length')).finalMessage();
    expect(String(await failed(broken))).toContain('broke off');
    const records = await usageOf(all.gateway, 4);
    // What came of it counts: its prompt as it was told, and its text.
    expect(records.at(-1)).toMatchObject({ input: 7, completion: 'provider_failed' });
    expect(records.at(-1)?.output).toBeGreaterThan(50);
  });

  it.each([
    ['{"model":"sonnet","messages":[],"model":"opus"}', 'model is there twice'],
    ['{"Model":"sonnet","messages":[]}', 'model must be written in lower case'],
    ['{"model":"sonnet"}', 'messages must be an array'],
    ['{"model":"sonnet","messages":[],"metadata":[]}', 'metadata must be an object'],
    ['[]', 'not a JSON object'],
  ])('%s is refused', async (body, words) => {
    await using all = await startAnthropic();
    const headers = { 'x-api-key': 'sk-alice' };
    const url = `${all.gateway.url}/v1/messages`;
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(words);
    expect(all.twin.received).toEqual([]);
  });
});

describe('a client of Anthropic before another provider', () => {
  it('gets answers, streams and calls of tools, counted', async () => {
    await using all = await startAnthropic();
    const { messages } = clientOf(all);
    const answer = await messages.create(asking('Hello', { model: 'small' }));
    expect(answer).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' });
    expect(answer.content).toMatchObject([{ type: 'text' }]);
    expect(answer.usage.output_tokens).toBeGreaterThan(0);
    const streamed = await messages.stream(asking('Hello', { model: 'small' })).finalMessage();
    expect(streamed.content).toEqual(answer.content);
    expect(streamed.usage).toMatchObject({ output_tokens: answer.usage.output_tokens });
    const calling = asking('Hello', { model: 'small', tools, tool_choice: { type: 'any' } });
    const called = await messages.stream(calling).finalMessage();
    expect(called.stop_reason).toBe('tool_use');
    expect(called.content[0]).toMatchObject({ type: 'tool_use', name: 'get_weather' });
    const [one, two] = await usageOf(all.gateway, 3);
    expect(one).toMatchObject({ source: 'provider', output: answer.usage.output_tokens });
    expect(two).toMatchObject({ source: 'provider', output: answer.usage.output_tokens });
  });

  it('is told what is left out, and refused what cannot be', async () => {
    await using all = await startAnthropic();
    const { messages } = clientOf(all);
    const left = asking('Hello', { model: 'small', context_management: {} });
    const { response } = await messages.create(left).withResponse();
    expect(response.headers.get('x-aicp-dropped')).toBe('context_management');
    const content = [{ type: 'unheard_of' }];
    const wrong = messages.create(
      asking('', { model: 'small', messages: [{ role: 'user', content }] }),
    );
    await expect(wrong).rejects.toMatchObject({
      ...{ status: 400, type: 'invalid_request_error', errorCode: 'untranslatable' },
    });
  });
});

describe('a client of Anthropic', () => {
  it('lists the models that its key may use, and is told of one', async () => {
    await using all = await startAnthropic({
      keys: [key('alice', { allowedModels: ['sonnet', 'small'] })],
    });
    const { models } = clientOf(all);
    const ids: string[] = [];
    for await (const { id, type } of models.list()) ids.push(`${type} ${id}`);
    expect(ids).toEqual(['model small', 'model sonnet']);
    expect(await models.retrieve('sonnet')).toMatchObject({
      ...{ id: 'sonnet', created_at: '2025-10-09T08:53:20.000Z', lifecycle: 'active' },
    });
    await expect(models.retrieve('opus')).rejects.toMatchObject({
      ...{ status: 404, type: 'not_found_error', errorCode: 'model_not_found' },
    });
  });

  it('is told how many tokens a request has, at no cost and within its limits', async () => {
    await using all = await startAnthropic({
      ...{ keys: [key('alice', { allowedModels: ['sonnet'] })] },
      rateLimits: [rateLimit('each', { rpm: 2 })],
    });
    const { messages } = clientOf(all);
    const { max_tokens: _, ...asked } = asking('x'.repeat(400));
    const { input_tokens: tokens } = await messages.countTokens(asked);
    expect(tokens).toBe(100);
    const beta = await clientOf(all).beta.messages.countTokens(asked);
    expect(beta.input_tokens).toBe(tokens);
    await expect(messages.countTokens(asked)).rejects.toMatchObject({ status: 429 });
    await expect(messages.countTokens({ ...asked, model: 'opus' })).rejects.toMatchObject({
      ...{ status: 403, type: 'permission_error' },
    });
    await expect(clientOf(all, 'sk-nobody').messages.countTokens(asked)).rejects.toMatchObject({
      ...{ status: 401, type: 'authentication_error' },
    });
    expect(all.twin.received.map(({ path }) => path)).toEqual(Array(2).fill(COUNTING));
    const [record] = await usageOf(all.gateway);
    expect(record).toMatchObject({ input: 0, output: 0, completion: 'complete', status: 200 });
  });
});

describe('other libraries for Anthropic', () => {
  it('LangChain asks and streams', async () => {
    await using all = await startAnthropic();
    const chat = new ChatAnthropic({
      ...{ model: 'sonnet', apiKey: 'sk-alice', anthropicApiUrl: all.gateway.url, maxRetries: 0 },
    });
    expect((await chat.invoke('Hello')).text).toBe('You said: Hello');
    let text = '';
    for await (const chunk of await chat.stream('Hello')) text += chunk.text;
    expect(text).toBe('You said: Hello');
  });

  it('the AI SDK asks and streams', async () => {
    await using all = await startAnthropic();
    const anthropic = createAnthropic({ baseURL: `${all.gateway.url}/v1`, apiKey: 'sk-alice' });
    const model = anthropic('sonnet');
    const asked = { model, prompt: 'Hello', maxRetries: 0 };
    expect((await generateText(asked)).text).toBe('You said: Hello');
    let text = '';
    for await (const piece of streamText(asked).textStream) text += piece;
    expect(text).toBe('You said: Hello');
  });
});
