import { expect, it } from 'vitest';
import { poolFor } from '../../testing/raw-peer.ts';
import { startScriptedProvider, answerJson } from '../../testing/scripted-provider.ts';
import { OpenAiClient } from './openai-client.ts';

const clientFor = (
  url: string,
  more: { apiKey?: string; headers?: Record<string, string> } = {},
) => {
  const baseUrl = new URL(url);
  const pool = poolFor(Number(baseUrl.port));
  const { apiKey, headers = {} } = more;
  return { pool, client: new OpenAiClient({ pool, baseUrl, apiKey, headers }) };
};

it('sends its headers, those of the provider over them, and its credential over all', async () => {
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, {});
  });
  const { client, pool } = clientFor(`${upstream.url}/?api-version=1`, {
    apiKey: ' sk-1\n',
    headers: { 'User-Agent': 'mine', 'X-Extra': 'é', Authorization: 'other', Host: 'elsewhere' },
  });
  await new Promise<void>((resolve, reject) => {
    client.send(
      { body: Buffer.from('{}'), requestId: 'r1', trace: 'traceparent: t\r\n', timeoutMs: 1000 },
      { onStart: () => undefined, onData: () => undefined, onEnd: resolve, onError: reject },
    );
  });
  const [received] = upstream.received;
  expect(received?.path).toBe('/v1/chat/completions?api-version=1');
  expect(received?.headers).toEqual({
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'mine',
    'x-extra': 'é',
    host: new URL(upstream.url).host,
    authorization: 'Bearer sk-1',
    'x-request-id': 'r1',
    traceparent: 't',
    'content-length': '2',
  });
  expect(client.secrets).toEqual(['sk-1']);
  pool.destroy();
});

it.each([
  ['a header', { headers: { 'x-a': 'one\r\nx-b: two' } }],
  ['a credential', { apiKey: 'sk-1\r\nx-b: two' }],
  ['a header beyond Latin-1', { headers: { 'x-a': '日' } }],
  ["a header's name that ends a line", { headers: { 'x-a: b\r\nx-c': 'd' } }],
  ['a length that is not ours', { headers: { 'Content-Length': '1' } }],
  ['an encoding that is not ours', { headers: { 'Transfer-Encoding': 'chunked' } }],
])('refuses %s', (_what, more) => {
  expect(() => clientFor('http://127.0.0.1/v1', more)).toThrow(TypeError);
});
