import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { saying } from '../testing/clients.ts';
import { key, model } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { startVendors } from '../testing/start-vendors.ts';

const started = new AsyncDisposableStack();
let vendors: Awaited<ReturnType<typeof startVendors>>;
let gateway: TestGateway;

beforeAll(async () => {
  vendors = started.use(await startVendors());
  const { models, ...fragments } = vendors.fragments;
  const opus = model('opus', 'anthropic', { upstreamModel: 'claude-opus-4-7' });
  const keys = [key('alice', { allowedModels: models.map(({ id }) => id) })];
  gateway = started.use(
    await startTestGateway({ fragments: { ...fragments, models: [...models, opus], keys } }),
  );
});
afterAll(() => started.disposeAsync());

/** What the vendor was asked for last, and how often it was asked. */
const asked = (vendor: string) => {
  const received = vendors.twins.get(vendor)?.received ?? [];
  return { count: received.length, last: received.at(-1)?.body.toString() ?? '' };
};

const clientOf = () =>
  new Anthropic({ baseURL: gateway.url, apiKey: 'sk-alice', maxRetries: 0 }).beta.messages;
const weather = (heard: string[]) =>
  betaZodTool({
    ...{
      name: 'get_weather',
      description: 'The weather',
      inputSchema: z.object({ at: z.string() }),
    },
    run: ({ at }) => {
      heard.push(at);
      return 'rain';
    },
  });

describe.each(['anthropic', 'bedrock', 'openai', 'gemini', 'cohere'])('at %s', (vendor) => {
  it.each([false, true])(
    'the tools of Anthropic’s runner are called, and the model is told all that was said (stream: %s)',
    async (stream) => {
      const heard: string[] = [];
      const runner = clientOf().toolRunner({
        ...{ model: vendor, max_tokens: 1000, tools: [weather(heard)], stream },
        messages: saying('Call get_weather, please'),
      });
      const message = await runner.runUntilDone();
      expect(message.content.at(-1)).toMatchObject({ text: 'The tools said: rain.' });
      expect(heard).toHaveLength(1);
      expect(asked(vendor).last).toContain('Call get_weather, please');
      expect(asked(vendor).last).not.toContain('"thread"');
    },
  );
});

it('a conversation that the vendor keeps is not gone on from, whosever it is', async () => {
  const before = asked('anthropic').count;
  const answer = clientOf().create({
    ...{ model: 'anthropic', max_tokens: 10, messages: saying('What did I say?') },
    thread: { type: 'continue', previous_message_id: 'msg_of_another_tenant' },
  });
  await expect(answer).rejects.toMatchObject({
    ...{ status: 400, type: 'invalid_request_error', errorCode: 'thread_unsupported_request' },
    message: expect.stringContaining('Send all messages') as string,
  });
  expect(asked('anthropic').count).toBe(before);
});

it('a model that the key may not use is not asked by the vendor in place of the one it may', async () => {
  const before = asked('anthropic').count;
  const question = { model: 'anthropic', max_tokens: 10, messages: saying('Hi') };
  const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-7' } as const;
  const client = clientOf();
  for (const more of [{ fallbacks: [{ model: 'claude-opus-4-7' }] }, { tools: [advisor] }])
    await expect(client.create({ ...question, ...more })).rejects.toMatchObject({ status: 400 });
  await expect(client.create({ ...question, model: 'opus' })).rejects.toMatchObject({
    status: 403,
  });
  expect(asked('anthropic').count).toBe(before);
});
