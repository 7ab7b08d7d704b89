import { credential, key, model, provider } from '@aicp/gateway/testing/fragments';
import { plainSession, sdkSession } from '@aicp/gateway/testing/realtime-gateway';
import { startTestGateway } from '@aicp/gateway/testing/start-test-gateway';
import OpenAI, { AzureOpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { simulate } from './simulate.ts';

/** Runs the command until it is told to end; `said` resolves to its first line. */
function simulating(...args: string[]) {
  const ending = new AbortController();
  const first = Promise.withResolvers<string>();
  let wrong = '';
  const code = run(
    ['simulate', ...args],
    { simulate: () => Promise.resolve(simulate) },
    {
      out: first.resolve,
      err: (text) => (wrong += text),
      isTerminal: false,
      environment: {},
      signal: ending.signal,
    },
  );
  return {
    said: first.promise,
    end: async () => {
      ending.abort();
      return { code: await code, wrong };
    },
  };
}

describe('aicp simulate --vendor', () => {
  it('speaks the API of the vendor until it is told to end', async () => {
    const { said, end } = simulating('--vendor', 'groq');
    const address = /http:\S+/.exec(await said)?.[0];
    expect(address).toMatch(/\/openai\/v1$/);
    const client = new OpenAI({ baseURL: address, apiKey: 'sk-any' });
    const { choices } = await client.chat.completions.create({
      model: 'llama',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(choices[0]?.message.content).toBe('You said: Hello');
    expect(await end()).toMatchObject({ code: 0, wrong: '' });
  });

  it('says the credential of a vendor that knows one alone', async () => {
    const { said, end } = simulating('--vendor', 'azure_openai');
    const credential = /credential (\S+)/.exec(await said)?.[1];
    const client = new AzureOpenAI({
      endpoint: /http:\S+/.exec(await said)?.[0],
      apiKey: credential,
      apiVersion: '2024-10-21',
    });
    const { choices } = await client.chat.completions.create({
      model: 'gpt',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(choices[0]?.message.content).toBe('You said: Hello');
    await end();
  });

  it('says a key file of Vertex AI, with which a gateway gets tokens of it', async () => {
    const { said, end } = simulating('--vendor', 'vertex');
    const [, baseUrl = ''] = /(http:\S+)\n/.exec(await said) ?? [];
    const [, keyFile = ''] = /^it knows the credential (.+)$/m.exec(await said) ?? [];
    await using gateway = await startTestGateway({
      fragments: {
        providers: [provider('vertex', { type: 'vertex', baseUrl, credential: 'set' })],
        credentials: [credential('vertex', keyFile)],
        models: [model('gemini-pro', 'vertex', { upstreamModel: 'gemini-2.5-pro' })],
        keys: [key('alice')],
      },
    });
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-alice', maxRetries: 0 });
    const { choices } = await client.chat.completions.create({
      model: 'gemini-pro',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(choices[0]?.message.content).toBe('You said: Hello');
    expect(await end()).toMatchObject({ code: 0, wrong: '' });
  });

  it('speaks realtime as OpenAI, to its own client and to a gateway', async () => {
    const { said, end } = simulating('--vendor', 'openai');
    const baseUrl = /http:\S+/.exec(await said)?.[0] ?? '';
    const { origin } = new URL(baseUrl);
    expect(await answerOf(sdkSession(origin, 'sk-any', 'gpt-realtime'))).toBe('You said: Hello');
    await using gateway = await voiceGateway({ type: 'openai', baseUrl }, 'sk-any');
    expect(await answerOf(sdkSession(gateway.url, 'sk-alice'))).toBe('You said: Hello');
    expect(await end()).toMatchObject({ code: 0, wrong: '' });
  });

  it.each([
    ['/openai/v1/realtime?model=gpt-realtime', 'v1'],
    ['/openai/realtime?api-version=2025-04-01-preview&deployment=gpt', '2025-04-01-preview'],
  ])('speaks realtime as Azure at %s', async (path, apiVersion) => {
    const { said, end } = simulating('--vendor', 'azure_openai');
    const baseUrl = /http:\S+/.exec(await said)?.[0] ?? '';
    const apiKey = /credential (\S+)/.exec(await said)?.[1] ?? '';
    const direct = await plainSession(baseUrl, { path, headers: { 'api-key': apiKey } });
    await direct.until('session.created');
    const stranger = plainSession(baseUrl, { path, headers: { 'api-key': 'another' } });
    await expect(stranger).rejects.toMatchObject({ status: 401 });
    await using gateway = await voiceGateway({ type: 'azure_openai', baseUrl, apiVersion }, apiKey);
    expect(await answerOf(sdkSession(gateway.url, 'sk-alice'))).toBe('You said: Hello');
    expect(await end()).toMatchObject({ code: 0, wrong: '' });
    await direct.closed;
  });

  it('tells a client of realtime that what it sent is no event, and goes on', async () => {
    const { said, end } = simulating('--vendor', 'openai');
    const { origin } = new URL(/http:\S+/.exec(await said)?.[0] ?? '');
    const session = await plainSession(origin, { path: '/v1/realtime?model=gpt-realtime' });
    const wrong = ['no JSON', '[1]', '{"type":"session.update"}', '{"type":"unheard.of"}'];
    wrong.push('{"type":"conversation.item.create","item":7}');
    for (const text of wrong) session.socket.send(text);
    await session.until('error', wrong.length);
    session.send({ type: 'conversation.item.create', item: { content: [null] } });
    session.send({ type: 'response.create' });
    await session.until('response.done');
    await end();
    await session.closed;
  });

  it.each([
    [['--vendor', 'skynet'], /--vendor must be one of .*groq/],
    [['--vendor', 'toString'], /--vendor must be one of/],
    [['--vendor', 'groq', '--error-rate', '1'], /--error-rate cannot be used together/],
  ])('%j is refused in words', async (args, words) => {
    const { code, wrong } = await simulating(...args).end();
    expect(code).toBe(1);
    expect(wrong).toMatch(words);
  });
});

type VoiceProvider = NonNullable<Parameters<typeof provider>[1]>;

/** A gateway with the model `voice`, for realtime sessions, at a provider. */
const voiceGateway = (more: VoiceProvider, secret: string) =>
  startTestGateway({
    fragments: {
      providers: [provider('up', { ...more, credential: 'set' })],
      credentials: [credential('up', secret)],
      models: [model('voice', 'up', { mode: 'realtime', upstreamModel: 'gpt-realtime' })],
      keys: [key('alice')],
    },
  });

/** What the model answers to a greeting, by OpenAI's own client. */
async function answerOf(session: ReturnType<typeof sdkSession>): Promise<string> {
  let text = '';
  const over = new Promise<void>((resolve, reject) => {
    session.on('error', reject);
    session.on('response.output_text.delta', ({ delta }) => (text += delta));
    session.on('response.done', () => {
      resolve();
    });
  });
  session.on('session.created', () => {
    const content = [{ type: 'input_text' as const, text: 'Hello' }];
    const item = { type: 'message' as const, role: 'user' as const, content };
    session.send({ type: 'conversation.item.create', item });
    session.send({ type: 'response.create' });
  });
  await over;
  session.close();
  return text;
}
