import { createOpenAI } from '@ai-sdk/openai';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { Output, generateText, stepCountIs, streamText, tool } from 'ai';
import type { ChatCompletionTool } from 'openai/resources';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clientOf, saying } from '../testing/clients.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { collect } from '../testing/journal-lines.ts';

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
