import { credential, key, model, provider } from '@aicp/gateway/testing/fragments';
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
