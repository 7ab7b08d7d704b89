import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { key, model, provider, simulated } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { answerJson, beginStream, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const BEGUN = [
  event('response.created', { response: { id: 'resp_1', model: 'up', output: [] } }),
  event('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'Once ' }),
];

/** A provider that does this, and a gateway before it. */
async function start(script: (response: ServerResponse) => void) {
  const parts = new AsyncDisposableStack();
  const upstream = parts.use(await startScriptedProvider(script));
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        providers: [provider('up', { type: 'openai', baseUrl: upstream.url }), simulated('sim')],
        models: [model('small', 'up'), model('chats', 'sim')],
        keys: [key('alice')],
      },
    }),
  );
  const ask = async (body: object) => {
    const response = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'small', input: 'Hello', ...body }),
    });
    return { status: response.status, text: await response.text() };
  };
  return { gateway, upstream, ask, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('a stream of a provider that fails', () => {
  it.each([
    ['sends what is no event', 'data: {"type":"response.output_text.delta","delta":"Once \n\n'],
    ['tells an error', event('error', { code: 'server_error', message: 'It broke.', param: null })],
    [
      'says that the response failed',
      event('response.failed', {
        response: { error: { code: 'server_error', message: 'It broke.' } },
      }),
    ],
    ['ends before its response', ''],
  ])(
    'ends with an error in OpenAI’s form where it %s, and is counted as far as it came',
    async (_, bad) => {
      await using served = await start((response) => {
        beginStream(response).end(BEGUN.join('') + bad);
      });
      const { status, text } = await served.ask({ stream: true });
      expect(status).toBe(200);
      expect(text.startsWith(BEGUN.join(''))).toBe(true);
      expect(text.match(/Once /g)).toHaveLength(1);
      const last = text.split('\n').findLast((line) => line.startsWith('data: ')) ?? '';
      expect(JSON.parse(last.slice(6))).toMatchObject({
        type: 'error',
        message: expect.any(String) as string,
        error: { message: expect.any(String) as string },
      });
      const [record] = await usageOf(served.gateway);
      expect(record).toMatchObject({ completion: 'provider_failed', source: 'estimate' });
      expect(record!.output).toBeGreaterThan(0);
    },
  );
});

it('has no ids of what its vendor keeps in the error that ends a stream', async () => {
  const raw = 'resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b';
  await using served = await start((response) => {
    const error = { code: 'server_error', message: `No response ${raw}.`, param: null };
    beginStream(response).end(BEGUN.join('') + event('error', error));
  });
  const { text } = await served.ask({ stream: true });
  expect(text).toContain('No response another id.');
  expect(text).not.toContain(raw);
});

describe('an error of a provider', () => {
  it('is told as it came', async () => {
    const error = {
      ...{
        message: 'Your input exceeds the context window of this model.',
        type: 'invalid_request_error',
      },
      ...{ param: 'input', code: 'context_length_exceeded' },
    };
    await using served = await start((response) => {
      answerJson(response, { error }, 400);
    });
    const { status, text } = await served.ask({});
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ error });
  });
});

describe('a request that is translated', () => {
  it('is refused where its tools are OpenAI’s own, and says which', async () => {
    await using served = await start(() => expect.unreachable());
    for (const tool of [
      { type: 'local_shell' },
      { type: 'custom', name: 'apply_patch', format: { type: 'text' } },
      { type: 'web_search' },
    ]) {
      const { status, text } = await served.ask({ model: 'chats', tools: [tool], stream: true });
      expect(status).toBe(400);
      const { error } = JSON.parse(text) as { error: { code: string; message: string } };
      expect(error).toMatchObject({ code: 'untranslatable', param: 'tools' });
      expect(error.message).toContain(tool.type);
    }
    expect(served.upstream.received).toHaveLength(0);
  });
});
