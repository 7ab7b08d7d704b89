import { expect, it } from 'vitest';
import type { ResourceRequest } from '../upstream/provider-client.ts';
import type { SecretGuard } from '../upstream/secret-guard.ts';
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
    headers: {
      ...{ 'User-Agent': 'mine', 'X-Extra': 'é', Authorization: 'other', Host: 'elsewhere' },
      // Of the connection, which is not for a provider to say.
      ...{ 'Content-Length': '1', 'Transfer-Encoding': 'chunked', TE: 'trailers', Trailer: 'x' },
      ...{ Connection: 'close', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMA', Expect: '100-continue' },
      ...{ 'Keep-Alive': 'timeout=5', 'Proxy-Connection': 'close' },
    },
  });
  await new Promise<void>((resolve, reject) => {
    client.send(
      {
        ...{ format: 'chat', model: 'm', stream: false },
        body: Buffer.from('{}'),
        promptCharacters: 0,
        requestId: 'r1',
        trace: 'traceparent: t\r\n',
        connectTimeoutMs: 1000,
        timeoutMs: 1000,
      },
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
  pool.destroy();
});

it.each([
  ['a header', { headers: { 'x-a': 'one\r\nx-b: two' } }],
  ['a credential', { apiKey: 'sk-1\r\nx-b: two' }],
  ['a header beyond Latin-1', { headers: { 'x-a': '日' } }],
  ["a header's name that ends a line", { headers: { 'x-a: b\r\nx-c': 'd' } }],
])('refuses %s', (_what, more) => {
  expect(() => clientFor('http://127.0.0.1/v1', more)).toThrow(TypeError);
});

it('takes credentials out of answers, and of errors all that is sent with every request', () => {
  const headers = {
    'api-key': 'an-api-key-in-a-header',
    authorization: 'Basic dXNlcjpwYXNzd29yZA==',
  };
  const { client, pool } = clientFor(
    'http://127.0.0.1/v1?sig=0123456789abcdef&api-version=2026-11-01-preview',
    {
      apiKey: 'sk-0123456789abcdef',
      headers: { ...headers, 'x-feature': 'some-long-name-of-a-feature', 'x-pin': 'hunter2' },
    },
  );
  const told = [
    ...['an-api-key-in-a-header', 'dXNlcjpwYXNzd29yZA==', '0123456789abcdef'],
    ...['sk-0123456789abcdef', 'some-long-name-of-a-feature', 'hunter2', 'mine', 'Basic'],
  ];
  const shown = (guard: SecretGuard) =>
    told.filter((text) => guard.clean(Buffer.from(text)).toString() === text);
  expect(shown(client.guard)).toEqual(['some-long-name-of-a-feature', 'hunter2', 'mine', 'Basic']);
  expect(shown(client.errorGuard)).toEqual(['mine', 'Basic']);
  pool.destroy();
});

it('asks for what lives at the provider, with a body and without', async () => {
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, {});
  });
  const { client, pool } = clientFor(`${upstream.url}/?api-version=1`, { apiKey: 'sk-1' });
  const asked = { requestId: 'r1', trace: '', connectTimeoutMs: 1000, timeoutMs: 1000 };
  const ask = (more: Pick<ResourceRequest, 'method' | 'path' | 'body' | 'contentType'>) =>
    new Promise<void>((resolve, reject) => {
      const heard = { onStart: () => undefined, onData: () => undefined };
      client.askFor({ ...asked, ...more }, { ...heard, onEnd: resolve, onError: reject });
    });
  await ask({ method: 'GET', path: '/files/file-1?after=a' });
  await ask({ method: 'DELETE', path: '/files/file-1' });
  await ask({ method: 'POST', path: '/batches/b/cancel' });
  await ask({
    method: 'POST',
    path: '/files',
    body: Buffer.from('body'),
    contentType: 'text/plain',
  });
  const [read, removed, cancelled, sent] = upstream.received;
  expect(read).toMatchObject({ method: 'GET', path: '/v1/files/file-1?api-version=1&after=a' });
  expect(read?.headers).not.toHaveProperty('content-length');
  expect(read?.headers).not.toHaveProperty('content-type');
  expect(read?.headers).toMatchObject({ authorization: 'Bearer sk-1', 'x-request-id': 'r1' });
  expect(removed).toMatchObject({ method: 'DELETE', path: '/v1/files/file-1?api-version=1' });
  expect(cancelled?.headers['content-length']).toBe('0');
  expect(sent?.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': '4' });
  expect(sent?.body.toString()).toBe('body');
  for (const path of ['/a b', '/a\r\nx: y', 'a'])
    expect(() => client.askFor({ ...asked, method: 'GET', path }, NOBODY)).toThrow(TypeError);
  pool.destroy();
});

const NOBODY = {
  ...{ onStart: () => undefined, onData: () => undefined },
  ...{ onEnd: () => undefined, onError: () => undefined },
};
