import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { startAnthropic, type AnthropicGateway } from '../testing/anthropic-gateway.ts';
import { clientOf, saying } from '../testing/clients.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const tools = ['get_weather', 'get_time'].map((name) => ({
  type: 'function' as const,
  function: { name, parameters },
}));

/** The stock client of OpenAI, before a gateway, before Anthropic. */
const ask = ({ gateway }: AnthropicGateway, more: object, text = 'Hello') =>
  clientOf(gateway).chat.completions.create({
    ...{ model: 'sonnet', messages: saying(text) },
    ...more,
  } as OpenAI.ChatCompletionCreateParamsNonStreaming);

const sentTo = ({ twin }: AnthropicGateway) =>
  JSON.parse(twin.received.at(-1)?.body.toString() ?? '') as Record<string, unknown>;

describe('a client of OpenAI before a provider of type anthropic', () => {
  it('gets an answer, and is told what its provider counted', async () => {
    await using all = await startAnthropic();
    const answer = await ask(all, {});
    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'You said: Hello' },
    });
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 4 });
    const [asked] = all.twin.received;
    expect(asked?.headers).toMatchObject({
      'x-api-key': 'sk-ant-twin-secret-key',
      'anthropic-version': '2023-06-01',
    });
    expect(sentTo(all)).toMatchObject({ model: 'claude-sonnet-4-5', max_tokens: 32_000 });
    // 2 at $3 and 4 at $15 a million.
    const [record] = await usageOf(all.gateway);
    expect(record).toMatchObject({ input: 2, output: 4, cost_nano_usd: 66_000 });
  });

  it('gets a stream with tools called at once, and hears of their results', async () => {
    await using all = await startAnthropic();
    const messages = saying('Call get_weather in parallel');
    const options = { stream: true, stream_options: { include_usage: true } };
    const stream = clientOf(all.gateway).chat.completions.stream({
      ...{ model: 'sonnet', messages, tools, reasoning_effort: 'low' },
      ...options,
    } as Parameters<OpenAI['chat']['completions']['stream']>[0]);
    const first = await stream.finalChatCompletion();
    const message = first.choices[0]!.message;
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(message.tool_calls).toHaveLength(2);
    expect(first.usage?.completion_tokens_details?.reasoning_tokens).toBe(11);
    expect(sentTo(all)).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 6400 } });
    const results = (message.tool_calls ?? []).map(({ id }) => ({
      ...{ role: 'tool' as const, tool_call_id: id, content: 'rain' },
    }));
    // The client sends no reasoning back: Anthropic would refuse to think about it.
    const said = { role: 'assistant' as const, content: null, tool_calls: message.tool_calls };
    const after = await ask(all, {
      ...{ messages: [...messages, said, ...results], tools, reasoning_effort: 'low' },
    });
    expect(after.choices[0]?.message.content).toBe('The tools said: rain and rain.');
    expect(sentTo(all)).not.toHaveProperty('thinking');
  });

  it('keeps thinking going where it sends back what was thought', async () => {
    await using all = await startAnthropic();
    const messages = saying('Call get_time');
    const more = { tools, reasoning_effort: 'medium' };
    const first = await ask(all, { messages, ...more });
    const message = first.choices[0]!.message;
    const result = { role: 'tool', tool_call_id: message.tool_calls?.[0]?.id, content: 'noon' };
    const after = await ask(all, { messages: [...messages, message, result], ...more });
    expect(after.choices[0]?.message.content).toBe('The tools said: noon.');
    expect(sentTo(all)).toHaveProperty('thinking.type', 'enabled');
  });

  it('is told what Anthropic is not, and gets the form, stop, length and refusal that it asks for', async () => {
    await using all = await startAnthropic();
    const { chat } = clientOf(all.gateway);
    const body = { messages: saying('Hello'), seed: 1, temperature: 1.5, n: 1 };
    const { response } = await chat.completions.create({ model: 'sonnet', ...body }).withResponse();
    expect(response.headers.get('x-aicp-dropped')).toBe('seed, temperature');
    const opus = { model: 'opus', messages: saying('Hello'), temperature: 0.2 };
    const newest = await chat.completions.create(opus).withResponse();
    expect(newest.response.headers.get('x-aicp-dropped')).toBe('temperature');
    const json_schema = { name: 'place', schema: parameters, strict: true };
    const formed = await ask(all, { response_format: { type: 'json_schema', json_schema } });
    expect(formed.choices[0]?.message.content).toMatch(/^\{"city":/);
    expect((await ask(all, { stop: 'said' })).choices[0]?.message.content).toBe('You ');
    expect((await ask(all, { max_tokens: 2 })).choices[0]?.finish_reason).toBe('length');
    expect((await ask(all, {}, 'Please refuse')).choices[0]?.message.content).toBe(
      'I cannot help with that.',
    );
  });

  it('gets the errors of Anthropic as those of OpenAI, and a stream that broke off counted', async () => {
    await using all = await startAnthropic();
    const failed = await ask(all, {}, 'fail with 400').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OpenAI.BadRequestError);
    expect(String(failed)).toContain('Failing with 400, as asked.');
    const long = await ask(all, {}, 'x'.repeat(800_004)).catch((error: unknown) => error);
    expect(long).toMatchObject({ status: 400, code: 'context_length_exceeded' });
    const stream = await clientOf(all.gateway).chat.completions.create({
      ...{ model: 'sonnet', messages: saying('fail in the middle'), stream: true as const },
    });
    await expect(collect(stream)).rejects.toThrow('Overloaded');
    const records = await usageOf(all.gateway, 3);
    expect(records[2]).toMatchObject({ completion: 'provider_failed', source: 'estimate' });
    expect(records[2]?.input).toBeGreaterThan(0);
  });
});
