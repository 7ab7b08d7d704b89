import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import { key, model, provider, simulated } from '../testing/fragments.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { EXAMPLE_KEYS, startBedrockTwin } from '../twins/bedrock/start-bedrock-twin.ts';

const CLAUDE = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const PROFILE = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2';
const { accessKeyId, secretAccessKey, region } = EXAMPLE_KEYS;
const KEYS = JSON.stringify({ accessKeyId, secretAccessKey });

/** 3 and 15 USD for a million tokens. */
const prices = { input: '3000000000', output: '15000000000' };

/** A gateway whose model `main` is at a twin of Bedrock, with another one to fall back to. */
async function started(
  more: {
    readonly apiKey?: string;
    readonly upstreamModel?: string;
    readonly model?: object;
    readonly provider?: Partial<ProviderFragment>;
  } = {},
) {
  const twin = await startBedrockTwin();
  const aws = provider('aws', {
    ...{ type: 'bedrock', credential: 'set', baseUrl: twin.origin, region },
    ...more.provider,
  });
  const gateway = await startTestGateway({
    fragments: {
      providers: [aws, simulated('sim')],
      models: [
        model('main', 'aws', {
          upstreamModel: more.upstreamModel ?? CLAUDE,
          prices,
          ...more.model,
        }),
        model('other', 'sim'),
      ],
      keys: [key('alice')],
      credentials: [{ source: aws.source, provider: 'aws', apiKey: more.apiKey ?? KEYS }],
    },
  });
  return {
    ...{ twin, gateway, chat: clientOf(gateway).chat.completions },
    asked: (): unknown => JSON.parse(String(twin.received.at(-1)?.body)),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}

const WEATHER: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
};
/** Bedrock takes no dots in names. */
const TIME: OpenAI.ChatCompletionTool = { type: 'function', function: { name: 'clock.get_time' } };
const tools = [WEATHER, TIME];
const ask = (content: string) => ({ model: 'main', messages: saying(content) });

/** What a client puts together of the reasoning in a stream. */
const reasoningIn = (deltas: readonly object[]) => ({
  reasoning_content: deltas
    .map((delta) => ('reasoning_content' in delta ? String(delta.reasoning_content) : ''))
    .join(''),
  reasoning_details: deltas.flatMap((delta) =>
    'reasoning_details' in delta ? delta.reasoning_details : [],
  ),
});

describe("OpenAI's client at Amazon Bedrock", () => {
  it('gets a text, and the usage and cost of it are counted', async () => {
    await using it = await started();
    const answer = await it.chat.create({
      ...ask('Hello'),
      max_completion_tokens: 100,
      temperature: 0.5,
    });
    expect(answer.choices[0]).toMatchObject({
      message: { content: 'You said: Hello' },
      finish_reason: 'stop',
    });
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 });
    expect(it.asked()).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
      inferenceConfig: { maxTokens: 100, temperature: 0.5 },
    });
    const [record] = await usageOf(it.gateway);
    expect(record).toMatchObject({
      provider: 'aws',
      ...{ completion: 'complete', source: 'provider', cost_nano_usd: 2 * 3000 + 4 * 15_000 },
      ...{ input: 2, output: 4, cached_input: 0, cache_write: 0, reasoning: 0 },
    });
  });

  it('gets a stream, by a signature, by an API key, and at an inference profile', async () => {
    for (const more of [{}, { apiKey: EXAMPLE_KEYS.apiKey }, { upstreamModel: PROFILE }]) {
      await using it = await started(more);
      const include = { stream: true as const, stream_options: { include_usage: true } };
      const chunks = await collect(await it.chat.create({ ...ask('Hello'), ...include }));
      const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
      expect(text).toBe('You said: Hello');
      expect(chunks.at(-1)?.usage?.total_tokens).toBe(6);
      expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    }
  });

  it('calls tools in parallel, under their own names, and takes their results', async () => {
    await using it = await started();
    const first = { ...ask('Call get_weather in parallel'), tools };
    const { choices } = await it.chat.create(first);
    const message = choices[0]!.message;
    const calls = message.tool_calls!.filter((call) => call.type === 'function');
    expect(choices[0]!.finish_reason).toBe('tool_calls');
    expect(calls.map((call) => call.function.name)).toEqual(['get_weather', 'clock.get_time']);
    expect(JSON.parse(calls[0]!.function.arguments)).toHaveProperty('city');
    const stream = await it.chat.create({ ...first, stream: true });
    const parts = (await collect(stream)).flatMap((one) => one.choices[0]?.delta.tool_calls ?? []);
    expect(parts.flatMap((part) => part.function?.name ?? [])).toEqual([
      'get_weather',
      'clock.get_time',
    ]);
    const joined = parts.filter(({ index }) => index === 0).map((part) => part.function?.arguments);
    expect(joined.join('')).toBe(calls[0]!.function.arguments);
    const results = calls.map(({ id }) => ({
      ...{ role: 'tool' as const, tool_call_id: id, content: 'sunny' },
    }));
    const messages = [...first.messages, message, ...results];
    const after = await it.chat.create({ ...first, messages });
    expect(after.choices[0]!.message.content).toBe('The tools said: sunny and sunny.');
    const none = await it.chat.create({ model: 'main', messages, tool_choice: 'none' });
    expect(none.choices[0]!.finish_reason).toBe('stop');
  });

  it('sends pictures and documents, and asks for JSON of a schema', async () => {
    await using it = await started();
    const data = Buffer.from('%PDF-1.4').toString('base64');
    const content: OpenAI.ChatCompletionContentPart[] = [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      {
        type: 'file',
        file: { filename: 'Q1, final.pdf', file_data: `data:application/pdf;base64,${data}` },
      },
    ];
    const seen = await it.chat.create({ model: 'main', messages: [{ role: 'user', content }] });
    expect(seen.choices[0]!.message.content).toBe('You said: Look I see 2 of your media.');
    const schema = WEATHER.function.parameters!;
    const answer = await it.chat.create({
      ...ask('Hello'),
      response_format: { type: 'json_schema', json_schema: { name: 'weather', schema } },
    });
    expect(JSON.parse(answer.choices[0]!.message.content!)).toHaveProperty('city');
    const url = 'https://example.com/a.png';
    const far = [{ type: 'image_url' as const, image_url: { url } }];
    await expect(
      it.chat.create({ model: 'main', messages: [{ role: 'user', content: far }] }),
    ).rejects.toMatchObject({ status: 400, code: 'untranslatable' });
  });

  it('thinks, and what it thought goes back as it was, from an answer and from a stream', async () => {
    await using it = await started();
    const first = { ...ask('Call get_weather'), tools, reasoning_effort: 'low' as const };
    const { choices } = await it.chat.create(first);
    const message = choices[0]!.message;
    expect(message).toHaveProperty('reasoning_content');
    const result = {
      role: 'tool' as const,
      tool_call_id: message.tool_calls![0]!.id,
      content: 'sun',
    };
    const again = { ...first, messages: [...first.messages, message, result] };
    expect((await it.chat.create(again)).choices[0]!.finish_reason).toBe('stop');
    const sent = it.asked();
    const chunks = await collect(await it.chat.create({ ...first, stream: true }));
    const deltas = chunks.flatMap(({ choices: [choice] }) => (choice ? [choice.delta] : []));
    const streamed = { ...message, ...reasoningIn(deltas) };
    const next = { ...first, messages: [...first.messages, streamed, result] };
    expect((await it.chat.create(next)).choices[0]!.finish_reason).toBe('stop');
    expect(it.asked()).toEqual(sent);
    expect(it.asked()).toMatchObject({
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2048 } },
      messages: [
        {},
        {
          content: [
            { reasoningContent: { reasoningText: { signature: expect.any(String) as string } } },
            {},
          ],
        },
        {},
      ],
    });
  });

  it('is told why an answer ended', async () => {
    await using it = await started();
    const reasonOf = async (content: string, more = {}) =>
      (await it.chat.create({ ...ask(content), ...more })).choices[0]!.finish_reason;
    expect(await reasonOf('Hello', { max_completion_tokens: 1 })).toBe('length');
    expect(await reasonOf('Hello', { stop: ['said'] })).toBe('stop');
    expect(await reasonOf('refuse')).toBe('content_filter');
    expect(await reasonOf('be filtered')).toBe('content_filter');
  });

  it('is told what Bedrock refuses in its words, and never the keys', async () => {
    await using it = await started();
    await expect(it.chat.create({ ...ask('Hello'), top_p: 1.5 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('inferenceConfig.topP') as string,
    });
    await using wrong = await started({
      apiKey: JSON.stringify({ accessKeyId, secretAccessKey: 'a-wrong-secret-access-key' }),
    });
    await expect(wrong.chat.create(ask('Hello'))).rejects.toMatchObject({ status: 502 });
    await using broken = await started({ apiKey: '{"accessKeyId": "AKIDEXAMPLE"}' });
    const error = (await broken.chat.create(ask('Hello')).catch((one: unknown) => one)) as Error;
    expect(error).toMatchObject({ status: 502 });
    expect(JSON.stringify(broken.gateway.logged)).not.toContain('AKIDEXAMPLE');
  });

  it('goes on elsewhere where Bedrock throttles, fails, or cannot read so much', async () => {
    await using it = await started({
      model: { fallbacks: ['other'], contextWindowFallbacks: ['other'] },
    });
    for (const content of [
      'fail with 429',
      'fail with 503',
      'fail with 424',
      'x'.repeat(400_001),
    ]) {
      const { response } = await it.chat.create(ask(content)).withResponse();
      expect(response.headers.get('x-aicp-model')).toBe('other');
    }
    await using alone = await started();
    await expect(alone.chat.create(ask('fail with 429'))).rejects.toMatchObject({ status: 429 });
    await expect(alone.chat.create(ask('x'.repeat(400_001)))).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
    });
  });

  it('ends a stream with one error where Bedrock does, or breaks off, and counts what came', async () => {
    await using it = await started();
    for (const content of ['stream fails', 'at length, and break off']) {
      const stream = await it.chat.create({ ...ask(content), stream: true });
      await expect(collect(stream)).rejects.toThrow();
    }
    const records = await usageOf(it.gateway, 2);
    expect(records.map(({ completion }) => completion)).toEqual([
      'provider_failed',
      'provider_failed',
    ]);
    for (const { output } of records) expect(output).toBeGreaterThan(0);
  });
});
