import { createOpenAI } from '@ai-sdk/openai';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { Output, generateText, stepCountIs, streamText, tool } from 'ai';
import type { ChatCompletionTool } from 'openai/resources';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type {
  DocumentAnswer,
  Protocol,
  ProtocolRequest,
  StreamAnswer,
} from '../protocols/protocol.ts';
import { PROVIDER_TYPES, type ProviderType } from '../providers/provider-types.ts';
import { NO_SECRETS } from '../providers/upstream/secret-guard.ts';
import { clientOf, saying } from '../testing/clients.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { collect, usageOf } from '../testing/journal-lines.ts';

describe('client libraries', () => {
  const startGateway = () =>
    startTestGateway({
      fragments: {
        providers: [simulated('sim')],
        models: [model('small', 'sim')],
        keys: [key('alice')],
      },
    });

  const WEATHER = z.object({ city: z.string(), days: z.int().min(1).max(7) });
  const weatherTool: ChatCompletionTool = {
    type: 'function',
    function: { name: 'weather', parameters: z.toJSONSchema(WEATHER) },
  };
  const asked = { model: 'small', messages: saying('What is the weather?') };

  describe('OpenAI’s client', () => {
    it('gets a tool call that fits, and a text after the tool’s answer', async () => {
      await using gateway = await startGateway();
      const { completions } = clientOf(gateway).chat;
      const { choices } = await completions.create({ ...asked, tools: [weatherTool] });
      const message = choices[0]!.message;
      const call = message.tool_calls![0]!;
      if (call.type !== 'function') throw new Error('no function is called');
      expect(choices[0]!.finish_reason).toBe('tool_calls');
      expect(call.function.name).toBe('weather');
      expect(WEATHER.safeParse(JSON.parse(call.function.arguments)).error).toBeUndefined();
      const result = { role: 'tool' as const, tool_call_id: call.id, content: 'sunny' };
      const messages = [...asked.messages, message, result];
      const after = await completions.create({ ...asked, messages, tools: [weatherTool] });
      expect(after.choices[0]!.finish_reason).toBe('stop');
      expect(after.choices[0]!.message.content).toMatch(/\w+ \w+/);
    });

    it('decides by tool_choice whether a tool is called, and which', async () => {
      await using gateway = await startGateway();
      const other: ChatCompletionTool = { type: 'function', function: { name: 'other' } };
      const tools = [weatherTool, other];
      const calledWith = async (more: object) => {
        const { choices } = await clientOf(gateway).chat.completions.create({
          ...asked,
          tools,
          ...more,
        });
        const call = choices[0]?.message.tool_calls?.[0];
        return call?.type === 'function' ? call.function.name : undefined;
      };
      expect(await calledWith({ tool_choice: 'none' })).toBeUndefined();
      expect(await calledWith({ tool_choice: 'required' })).toBe('weather');
      const named = { type: 'function', function: { name: 'other' } };
      expect(await calledWith({ tool_choice: named })).toBe('other');
    });

    it('streams a tool call in pieces', async () => {
      await using gateway = await startGateway();
      const stream = clientOf(gateway).chat.completions.stream({ ...asked, tools: [weatherTool] });
      const { choices } = await stream.finalChatCompletion();
      const call = choices[0]!.message.tool_calls![0]!;
      if (call.type !== 'function') throw new Error('no function is called');
      expect(WEATHER.safeParse(JSON.parse(call.function.arguments)).error).toBeUndefined();
    });

    it('gets JSON, and JSON of a schema', async () => {
      await using gateway = await startGateway();
      const { completions } = clientOf(gateway).chat;
      const contentOf = async (
        format: Parameters<typeof completions.create>[0]['response_format'],
      ) => {
        const answer = await completions.create({ ...asked, response_format: format! });
        return JSON.parse(answer.choices[0]!.message.content ?? '') as unknown;
      };
      expect(await contentOf({ type: 'json_object' })).toBeTypeOf('object');
      const schema = z.toJSONSchema(WEATHER);
      const value = await contentOf({ type: 'json_schema', json_schema: { name: 'w', schema } });
      expect(WEATHER.safeParse(value).error).toBeUndefined();
    });

    it.each([false, true])(
      'gets n choices with probabilities, cut at max_tokens; streamed: %s',
      async (isStream) => {
        await using gateway = await startGateway();
        const { completions } = clientOf(gateway).chat;
        const body = { ...asked, n: 3, logprobs: true, top_logprobs: 2, max_tokens: 4 };
        const { choices } = isStream
          ? await completions.stream(body).finalChatCompletion()
          : await completions.create(body);
        expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
        expect(new Set(choices.map(({ message }) => message.content)).size).toBe(3);
        for (const { message, logprobs, finish_reason } of choices) {
          const content = logprobs?.content ?? [];
          expect(finish_reason).toBe('length');
          expect(content.map(({ token }) => token).join('')).toBe(message.content);
          expect(content.map((entry) => entry.top_logprobs.length)).toEqual([2, 2, 2, 2]);
        }
      },
    );
  });

  const langChain = (gateway: TestGateway) =>
    new ChatOpenAI({
      model: 'small',
      apiKey: 'sk-alice',
      maxRetries: 0,
      configuration: { baseURL: `${gateway.url}/v1` },
    });

  describe('LangChain', () => {
    it('calls tools and reads structured answers', async () => {
      await using gateway = await startGateway();
      const llm = langChain(gateway);
      const message = await llm.bindTools([weatherTool]).invoke([new HumanMessage('weather?')]);
      expect(message.tool_calls?.[0]).toMatchObject({ name: 'weather' });
      expect(WEATHER.safeParse(message.tool_calls?.[0]?.args).error).toBeUndefined();
      for (const method of ['functionCalling', 'jsonSchema'] as const) {
        const value = await llm.withStructuredOutput(WEATHER, { method }).invoke('weather?');
        expect(WEATHER.safeParse(value).error).toBeUndefined();
      }
    });

    it('streams text', async () => {
      await using gateway = await startGateway();
      const chunks = await collect(await langChain(gateway).stream('hello'));
      expect(chunks.map(({ text }) => text).join('')).toMatch(/\w+ \w+/);
    });
  });

  const aiSdk = (gateway: TestGateway) =>
    createOpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-alice' }).chat('small');

  describe('the AI SDK', () => {
    const weather = tool({
      description: 'The weather of a city',
      inputSchema: WEATHER,
      execute: ({ city }) => Promise.resolve(`sunny in ${city}`),
    });

    it('calls a tool and goes on with its answer', async () => {
      await using gateway = await startGateway();
      const options = { prompt: 'weather?', tools: { weather }, stopWhen: stepCountIs(3) };
      const { steps, text } = await generateText({ model: aiSdk(gateway), ...options });
      expect(steps).toHaveLength(2);
      expect(steps[0]?.toolResults[0]?.output).toMatch(/^sunny in /);
      expect(text).toMatch(/\w+ \w+/);
      const streamed = streamText({ model: aiSdk(gateway), ...options });
      expect(await streamed.text).toBe(text);
      expect(await streamed.steps).toHaveLength(2);
    });

    it('reads a structured answer', async () => {
      await using gateway = await startGateway();
      const { output } = await generateText({
        model: aiSdk(gateway),
        prompt: 'weather?',
        output: Output.object({ schema: WEATHER }),
      });
      expect(WEATHER.safeParse(output).error).toBeUndefined();
    });
  });
});

describe('second protocol', () => {
  /*
   * A protocol whose requests are two lines, the model and a text, and whose answers are words. Neither the pipeline nor anything else of
   * the gateway knows of it, or of the provider that answers it.
   */

  const tokens = (answer: string) => ({
    input: 1,
    cached_input: 0,
    cache_write: 0,
    output: answer.split(' ').length,
    reasoning: 0,
  });

  /** An answer is whole with its full stop. */
  const wordDocument = (): DocumentAnswer => {
    let text = '';
    return {
      push(piece) {
        text += piece.toString();
        return true;
      },
      get isWhole() {
        return text.endsWith('.');
      },
      isAnswer: false,
      problem: undefined,
    };
  };

  const noStream = (): StreamAnswer => expect.unreachable();

  const toRequest = (body: Buffer): ProtocolRequest => {
    const [name = '', text = ''] = body.toString().split('\n');
    return {
      model: name,
      stream: false,
      maxTokens: undefined,
      user: undefined,
      metadata: {},
      hasTools: false,
      promptCharacters: text.length,
      bodyFor: (upstreamModel) => Buffer.from(`${upstreamModel}\n${text}`),
      openStream: noStream,
      openDocument: wordDocument,
    };
  };

  const lines: Protocol = {
    name: 'lines',
    path: '/lines',
    read: (body) =>
      body.includes('\n') ? toRequest(body) : { message: 'Send two lines.', param: null },
    readLarge: () => expect.unreachable(),
    usageOf: (answer) => tokens(answer.toString()),
    charactersOf: (answer) => answer.length,
    errorBody: ({ message }) => Buffer.from(`sorry: ${message}`),
    providerError: (body) => body,
    errorEvent: () => expect.unreachable(),
  };

  /** A type of provider that answers the body that it was sent. */
  const echo: ProviderType = {
    clientOf: () => ({
      guard: NO_SECRETS,
      errorGuard: NO_SECRETS,
      send({ body }, receiver) {
        queueMicrotask(() => {
          receiver.onStart(200, {});
          receiver.onData(Buffer.from(`${body.toString().replace('\n', ' says ')}.`));
          receiver.onEnd();
        });
        return { pause() {}, resume() {}, cancel() {} };
      },
    }),
  };

  const fragments = {
    providers: [simulated('sim')],
    models: [model('small', 'sim', { upstreamModel: 'tiny' })],
    keys: [key('alice')],
  };

  it('a second protocol and another type of provider need nothing but themselves', async () => {
    await using gateway = await startTestGateway({
      fragments,
      protocols: [lines],
      providerTypes: { ...PROVIDER_TYPES, simulated: echo },
    });
    const send = async (body: string) => {
      const headers = { authorization: 'Bearer sk-alice' };
      const response = await fetch(`${gateway.url}/v1/lines`, { method: 'POST', headers, body });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const answer = await send('small\nhello there');
    expect(answer).toMatchObject({ status: 200, text: 'tiny says hello there.' });
    expect(answer.headers.get('x-aicp-provider')).toBe('sim');
    expect(await send('nothing')).toMatchObject({ status: 400, text: 'sorry: Send two lines.' });
    expect(await send('large\nhello')).toMatchObject({ status: 404 });
    expect(await usageOf(gateway, 3)).toMatchObject([
      { model_asked: 'small', model_served: 'small', input: 1, output: 4, completion: 'complete' },
      { completion: 'refused', status: 400 },
      { model_asked: 'large', completion: 'refused', status: 404 },
    ]);
  });
});
