import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf } from '../../testing/clients.ts';
import { collect, usageOf } from '../../testing/journal-lines.ts';
import { credential, key, model, provider, simulated } from '../../testing/fragments.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';

/** A twin of OpenAI, and a gateway before it. */
async function startBehindGateway() {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startOpenAiTwin());
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        providers: [provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1` })],
        credentials: [credential('up', 'sk-vendor')],
        models: [model('small', 'up', { upstreamModel: 'upstream-of-small' })],
        keys: [key('alice')],
      },
    }),
  );
  return {
    twin,
    gateway,
    client: clientOf(gateway),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** The twin alone. */
async function startAlone() {
  const twin = await startOpenAiTwin();
  const client = new OpenAI({ apiKey: 'sk-vendor', baseURL: `${twin.origin}/v1`, maxRetries: 0 });
  return { twin, client, [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
}

/** The simulated provider, which speaks chat completions. */
async function startTranslated() {
  const gateway = await startTestGateway({
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim')],
      keys: [key('alice')],
    },
  });
  return {
    gateway,
    client: clientOf(gateway),
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** What was said, as it is sent again: the SDK's types differ in a status. */
const again = (output: OpenAI.Responses.ResponseOutputItem[]): OpenAI.Responses.ResponseInput =>
  output as OpenAI.Responses.ResponseInput;

const WEATHER = z.object({ city: z.string() });
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'What the weather is like',
  parameters: z.toJSONSchema(WEATHER),
  strict: false,
};

/** Asks for a stream; answers the response that it ends with, as the vendor wrote it. */
async function streamed(
  client: OpenAI,
  asked: OpenAI.Responses.ResponseCreateParamsNonStreaming,
): Promise<OpenAI.Responses.Response> {
  const events = await collect(await client.responses.create({ ...asked, stream: true }));
  const last = events.at(-1);
  if (last?.type === 'response.completed' || last?.type === 'response.incomplete')
    return last.response;
  throw new Error(`the stream ended with ${String(last?.type)}`);
}

describe.each([
  ['a twin of OpenAI', startAlone],
  ['a twin of OpenAI behind the gateway', startBehindGateway],
  ['a provider of chat completions behind the gateway', startTranslated],
])('OpenAI’s SDK asks %s', (_, start) => {
  it('for a text, whole and as a stream', async () => {
    await using served = await start();
    const { responses } = served.client;
    const asked = { model: 'small', instructions: 'Be brief.', input: 'Hello there' };
    const answer = await responses.create(asked);
    expect(answer).toMatchObject({ object: 'response', status: 'completed' });
    expect(answer.output_text).not.toBe('');
    const stream = responses.stream(asked);
    const events = await collect(stream);
    expect(events[0]).toMatchObject({ type: 'response.created', sequence_number: 0 });
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    const final = await stream.finalResponse();
    const told = events.flatMap((event) =>
      event.type === 'response.output_text.delta' ? [event.delta] : [],
    );
    expect(told.join('')).toBe(final.output_text);
    expect(final.usage!.total_tokens).toBe(final.usage!.input_tokens + final.usage!.output_tokens);
  });

  it('for a text that fits a schema', async () => {
    await using served = await start();
    const answer = await served.client.responses.parse({
      model: 'small',
      input: 'Where?',
      text: { format: zodTextFormat(WEATHER, 'place') },
    });
    expect(WEATHER.safeParse(answer.output_parsed).success).toBe(true);
  });

  it('for calls of tools, and goes on with what they answered', async () => {
    await using served = await start();
    const { responses } = served.client;
    const question = { role: 'user' as const, content: 'Use the tool get_weather' };
    const asked = {
      model: 'small',
      tools: [weather],
      store: false,
      include: ['reasoning.encrypted_content' as const],
    };
    const first = await streamed(served.client, { ...asked, input: [question] });
    const calls = first.output.filter((item) => item.type === 'function_call');
    expect(calls).toMatchObject([{ name: 'get_weather', status: 'completed' }]);
    expect(WEATHER.safeParse(JSON.parse(calls[0]!.arguments)).success).toBe(true);
    const results = calls.map(({ call_id }) => ({
      ...{ type: 'function_call_output' as const, call_id, output: 'sunny' },
    }));
    const last = await responses.create({
      ...asked,
      input: [question, ...again(first.output), ...results],
    });
    expect(last.output_text).not.toBe('');
    expect(last.output.map(({ type }) => type)).toContain('message');
  });
});

describe.each([
  ['a twin of OpenAI', startAlone],
  ['a twin of OpenAI behind the gateway', startBehindGateway],
])('OpenAI’s SDK asks %s', (_, start) => {
  it('for two calls at once, a picture, a refusal, and an answer that is cut', async () => {
    await using served = await start();
    const ask = (input: OpenAI.Responses.ResponseInput, more: object = {}) =>
      streamed(served.client, { model: 'small', input, ...more });
    const saying = (content: string) => [{ role: 'user' as const, content }];
    const time = { ...weather, name: 'get_time' };
    const both = await ask(saying('Use get_weather in parallel'), { tools: [weather, time] });
    expect(both.output.map(({ type }) => type)).toEqual(['function_call', 'function_call']);
    const image = {
      type: 'input_image' as const,
      detail: 'auto' as const,
      image_url: 'data:image/png;base64,iVBORw0=',
    };
    const seen = await ask([
      { role: 'user', content: [image, { type: 'input_text', text: 'What is it?' }] },
    ]);
    expect(JSON.stringify(seen.output)).toContain('I see 1');
    const declined = await ask(saying('Please refuse'));
    expect(declined.output).toMatchObject([{ content: [{ type: 'refusal' }] }]);
    const cut = await ask(saying('Tell me at length'), { max_output_tokens: 16 });
    expect(cut).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
  });

  it('to think, and to go on from what it thought', async () => {
    await using served = await start();
    const { responses } = served.client;
    const asked = {
      ...{ model: 'small', store: false, include: ['reasoning.encrypted_content' as const] },
      reasoning: { effort: 'low' as const, summary: 'auto' as const },
    };
    const question = { role: 'user' as const, content: 'Hello' };
    const first = await streamed(served.client, { ...asked, input: [question] });
    expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    const input = [question, ...again(first.output), { role: 'user' as const, content: 'Go on' }];
    expect((await responses.create({ ...asked, input })).output_text).toContain('Go on');
    const broken = first.output.map((item) =>
      item.type === 'reasoning' ? { ...item, encrypted_content: 'bm90IG91cnM=' } : item,
    );
    const refused = responses.create({ ...asked, input: [question, ...again(broken), question] });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_encrypted_content' });
  });

  it('in vain, and is told so', async () => {
    await using served = await start();
    const { responses, models } = served.client;
    const ask = (more: object) => responses.create({ model: 'small', input: 'Hello', ...more });
    await expect(ask({ temperature: 7 })).rejects.toMatchObject({
      status: 400,
      param: 'temperature',
    });
    await expect(ask({ odd: 1 })).rejects.toMatchObject({ status: 400, code: 'unknown_parameter' });
    await expect(ask({ input: 'fail with 429' })).rejects.toMatchObject({ status: 429 });
    const stream = responses.stream({ model: 'small', input: 'Please break off' });
    await expect(stream.finalResponse()).rejects.toThrow();
    expect((await models.list()).data.length).toBeGreaterThan(0);
  });
});

describe('a request that passes through', () => {
  it('reaches the provider as it was sent, but for its model, and for what is not to be stored', async () => {
    await using served = await startBehindGateway();
    const input = [{ role: 'user', content: 'Hello' }];
    const tools = [
      { type: 'local_shell' },
      { type: 'custom', name: 'apply_patch', format: { type: 'text' } },
    ];
    const codex = {
      ...{ model: 'small', instructions: 'You are a coding agent.', input, tools },
      ...{ tool_choice: 'auto', parallel_tool_calls: false, stream: true, store: false },
      ...{
        include: ['reasoning.encrypted_content'],
        prompt_cache_key: 'b6a5',
        text: { verbosity: 'low' },
      },
      reasoning: { effort: 'medium', summary: 'auto' },
    };
    const events = await collect((await served.client.responses.create(codex as never)) as never);
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' });
    const sent: unknown = JSON.parse(served.twin.received[0]!.body.toString());
    expect(sent).toEqual({ ...codex, model: 'upstream-of-small' });
    expect(served.twin.received[0]!.headers.authorization).toBe('Bearer sk-vendor');
    await served.client.responses.create({ model: 'small', input: 'Hello' });
    expect(JSON.parse(served.twin.received[1]!.body.toString())).toMatchObject({ store: false });
  });

  it('is counted in buckets that never overlap', async () => {
    await using served = await startBehindGateway();
    const reasoning = { effort: 'low' as const };
    const { usage } = await served.client.responses.create({
      model: 'small',
      input: 'Hello',
      reasoning,
    });
    const [record] = await usageOf(served.gateway);
    expect(record).toMatchObject({
      ...{ completion: 'complete', model_served: 'small' },
      reasoning: usage!.output_tokens_details.reasoning_tokens,
      input: usage!.input_tokens,
      output: usage!.output_tokens - usage!.output_tokens_details.reasoning_tokens,
    });
  });
});
