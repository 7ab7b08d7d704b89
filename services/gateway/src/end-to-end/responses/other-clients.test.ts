import { createOpenAI } from '@ai-sdk/openai';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { credential, key, model, provider, simulated } from '../../testing/fragments.ts';
import { collect } from '../../testing/journal-lines.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';

const keys = [key('alice')];

async function startNative() {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startOpenAiTwin());
  const providers = [provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1` })];
  const credentials = [credential('up', 'sk-vendor')];
  const fragments = { providers, credentials, models: [model('small', 'up')], keys };
  const gateway = parts.use(await startTestGateway({ fragments }));
  return { url: gateway.url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

async function startTranslated() {
  const fragments = { providers: [simulated('sim')], models: [model('small', 'sim')], keys };
  return await startTestGateway({ fragments });
}

const WEATHER = z.object({ city: z.string() });
const weather = tool({
  description: 'What the weather is like',
  inputSchema: WEATHER,
  execute: () => 'sunny',
});
/** Nothing is stored at the vendor, so that items are sent again. */
const providerOptions = { openai: { store: false } };

describe.each([
  ['a provider that speaks Responses', startNative],
  ['one that speaks chat completions', startTranslated],
])('through the gateway, %s is asked', (_, start) => {
  it('by the Vercel AI SDK: texts, streams, tools, and answers that fit', async () => {
    await using served = await start();
    const openai = createOpenAI({ baseURL: `${served.url}/v1`, apiKey: 'sk-alice' });
    const asked = { model: openai.responses('small'), providerOptions };
    const { text, usage } = await generateText({ ...asked, prompt: 'Hello' });
    expect(text).not.toBe('');
    expect(usage.totalTokens).toBeGreaterThan(0);
    const stream = streamText({ ...asked, prompt: 'Hello' });
    expect((await collect(stream.textStream)).join('')).not.toBe('');
    expect(await stream.finishReason).toBe('stop');
    const { steps, text: last } = await generateText({
      ...asked,
      tools: { get_weather: weather },
      stopWhen: stepCountIs(3),
      prompt: 'Use the tool get_weather',
    });
    expect(steps[0]!.toolResults).toMatchObject([{ toolName: 'get_weather', output: 'sunny' }]);
    expect(last).not.toBe('');
    const fitting = await generateText({
      ...asked,
      output: Output.object({ schema: WEATHER }),
      prompt: 'Where?',
    });
    expect(WEATHER.safeParse(fitting.output).success).toBe(true);
  });

  it('by LangChain', async () => {
    await using served = await start();
    const chat = new ChatOpenAI({
      ...{ model: 'small', apiKey: 'sk-alice', useResponsesApi: true, maxRetries: 0 },
      configuration: { baseURL: `${served.url}/v1` },
    });
    const question = new HumanMessage('Hello');
    expect((await chat.invoke([question])).text).not.toBe('');
    const chunks = await collect(await chat.stream([question]));
    expect(chunks.map(({ text }) => text).join('')).not.toBe('');
    const described = { name: 'get_weather', description: 'Weather', schema: WEATHER };
    const { tool_calls } = await chat
      .bindTools([described], { tool_choice: 'any' })
      .invoke([new HumanMessage('Use the tool get_weather')]);
    expect(tool_calls).toMatchObject([{ name: 'get_weather' }]);
  });
});
