import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import {
  credential,
  key,
  model,
  provider,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { waitFor } from '../testing/wait-for.ts';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9/v1';

const ask = (gateway: TestGateway, more: object = {}, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice', ...headers },
    body: JSON.stringify({ model: 'main', messages: saying('hi'), ...more }),
  });

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: Record<string, unknown> }).error;

const failing = (status: number, headers: Record<string, string> = {}, body?: unknown) =>
  startScriptedProvider((response) => {
    answerJson(response, body ?? { error: { message: 'no' } }, status, headers);
  });

/** `main` at the failing provider, with `spare` at a simulated one behind it where asked for. */
const fragmentsFor = (
  baseUrl: string,
  options: { maxRetries?: number; timeoutMs?: number; spare?: boolean; apiKey?: string } = {},
): Fragments => {
  const { maxRetries = 0, timeoutMs = 5000, spare = false, apiKey } = options;
  const set = apiKey === undefined ? {} : { credential: 'set' as const };
  return {
    providers: [
      provider('broken', { baseUrl, maxRetries, timeoutMs, ...set }),
      simulated('good', { outputTokens: 2 }),
    ],
    credentials: apiKey === undefined ? [] : [credential('broken', apiKey)],
    models: [
      model('main', 'broken', { fallbacks: spare ? ['spare'] : [] }),
      model('spare', 'good'),
    ],
    keys: [key('alice')],
  };
};

describe('a provider that fails', () => {
  it.each([500, 502, 503, 529])('with %i makes it 502', async (status) => {
    await using upstream = await failing(status);
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream.url) });
    const response = await ask(gateway);
    expect(response.status).toBe(502);
    expect(Object.keys(await errorOf(response)).sort()).toEqual([
      'code',
      'message',
      'param',
      'type',
    ]);
    const [record] = await usageOf(gateway);
    expect(record).toMatchObject({
      completion: 'provider_failed',
      status: 502,
      input: 0,
      attempts: 1,
    });
  });

  it('is tried again as often as it allows, with the same request id', async () => {
    await using upstream = await startScriptedProvider((response, _received, count) => {
      answerJson(response, completion('at last'), count < 2 ? 500 : 200);
    });
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 2 }),
    });
    const response = await ask(gateway);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-aicp-attempts')).toBe('3');
    expect(new Set(upstream.received.map((one) => one.headers['x-request-id'])).size).toBe(1);
    expect((await usageOf(gateway))[0]).toMatchObject({ attempts: 3, completion: 'complete' });
  });

  it('is left for the fallback', async () => {
    await using upstream = await failing(500);
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 1, spare: true }),
    });
    const response = await ask(gateway);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-aicp-model': 'spare',
      'x-aicp-routed-from': 'main',
      'x-aicp-attempts': '3',
    });
    const [record] = await usageOf(gateway);
    expect(record).toMatchObject({ model_asked: 'main', model_served: 'spare', provider: 'good' });
  });

  it('that nobody reaches is left for the fallback, streams too', async () => {
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(NOWHERE, { spare: true }),
    });
    const response = await ask(gateway, { stream: true });
    expect(response.headers.get('x-aicp-model')).toBe('spare');
    expect(await response.text()).toContain('[DONE]');
  });

  it('half-way through a JSON answer is left for the fallback', async () => {
    await using upstream = await startScriptedProvider((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      response.write('{"id":', () => response.socket?.destroy());
    });
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { spare: true }),
    });
    expect((await ask(gateway)).headers.get('x-aicp-model')).toBe('spare');
  });

  it('by silence makes it 504, and is cancelled', async () => {
    await using upstream = await startScriptedProvider(() => undefined);
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { timeoutMs: 100 }),
    });
    const response = await ask(gateway);
    expect(response.status).toBe(504);
    expect(await errorOf(response)).toMatchObject({ code: 'upstream_timeout' });
    await waitFor(() => upstream.received[0]?.aborted);
  });

  it.each([401, 403])('over its credential (%i) is never the caller’s fault', async (status) => {
    const body = { error: { message: 'bad key sk-secret', type: 'x', param: null, code: 'y' } };
    await using upstream = await failing(status, {}, body);
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 3, apiKey: 'sk-secret' }),
    });
    const response = await ask(gateway);
    expect(response.status).toBe(502);
    expect(JSON.stringify(await errorOf(response))).not.toContain('sk-secret');
    expect(upstream.received).toHaveLength(1);
    expect(gateway.logged.filter((entry) => entry.level === 'warn')).toMatchObject([
      { event: 'credential_refused', provider: 'broken' },
    ]);
  });
});

describe('a provider that is busy', () => {
  it('passes its wait on', async () => {
    await using upstream = await failing(429, { 'retry-after': '17' });
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 3 }),
    });
    const response = await ask(gateway);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('17');
    expect(await errorOf(response)).toMatchObject({ code: 'rate_limit_exceeded' });
    expect(upstream.received).toHaveLength(1);
  });

  it('is waited for as long as it says, where that is short', async () => {
    await using upstream = await startScriptedProvider((response, _received, count) => {
      if (count > 0) answerJson(response, completion('now'));
      else answerJson(response, {}, 429, { 'retry-after-ms': '120' });
    });
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 1 }),
    });
    const startedAt = performance.now();
    expect((await ask(gateway)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(119);
  });
});

describe('a provider that refuses the request itself', () => {
  it.each([400, 404, 413, 422])('(%i) is heard as it speaks', async (status) => {
    const body = {
      error: { message: 'too long', type: 't', param: 'messages', code: 'c', inner: 1 },
    };
    await using upstream = await failing(status, {}, body);
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 2, spare: true }),
    });
    const response = await ask(gateway);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(body);
    expect(upstream.received).toHaveLength(1);
    expect((await usageOf(gateway))[0]).toMatchObject({ status, input: 0, output: 0 });
  });

  it('in words of its own is put in OpenAI’s', async () => {
    await using upstream = await failing(422, {}, { detail: 'messages is empty' });
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream.url) });
    expect(await errorOf(await ask(gateway))).toEqual({
      message: 'messages is empty',
      type: 'invalid_request_error',
      param: null,
      code: null,
    });
  });
});

describe('a model whose provider cannot be asked at all', () => {
  it.each([
    ['is switched off', { isActive: false }],
    ['lacks its credential', { credential: 'missing' as const }],
  ])('because it %s makes it 503', async (_why, more) => {
    await using gateway = await startTestGateway({
      fragments: {
        providers: [provider('off', { baseUrl: NOWHERE, ...more })],
        models: [model('main', 'off')],
        keys: [key('alice')],
      },
    });
    const response = await ask(gateway);
    expect(response.status).toBe(503);
    expect(await errorOf(response)).toMatchObject({ code: 'no_healthy_upstream' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await usageOf(gateway))[0]).toMatchObject({ attempts: 0, status: 503 });
    const tried = await ask(gateway, {}, { 'x-aicp-dry-run': 'true' });
    expect(await tried.json()).toMatchObject({
      candidates: ['main'],
      result: 'fail',
      status: 503,
      code: 'no_healthy_upstream',
      model: null,
    });
  });

  it('is passed over for the next one, by a dry run too', async () => {
    const fragments = fragmentsFor(NOWHERE, { spare: true });
    const [, good] = fragments.providers ?? [];
    const providers = [provider('broken', { baseUrl: NOWHERE, isActive: false }), good!];
    await using gateway = await startTestGateway({ fragments: { ...fragments, providers } });
    expect((await ask(gateway)).headers.get('x-aicp-model')).toBe('spare');
    const tried = await ask(gateway, {}, { 'x-aicp-dry-run': 'true' });
    const decision = (await tried.json()) as { steps: object[] };
    expect(decision).toMatchObject({
      candidates: ['main', 'spare'],
      result: 'serve',
      model: 'spare',
      provider: 'good',
    });
    expect(decision.steps).toContainEqual({
      stage: 'dispatch',
      outcome: 'unusable',
      detail: 'main',
    });
  });
});

describe('a client that leaves', () => {
  it('while the provider is thinking cancels it, and is billed a likely answer', async () => {
    await using upstream = await startScriptedProvider(() => undefined);
    await using gateway = await startTestGateway({ fragments: fragmentsFor(upstream.url) });
    const leaving = new AbortController();
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'main', messages: saying('hi'), max_tokens: 50 }),
      signal: leaving.signal,
    });
    await waitFor(() => upstream.received[0]);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await waitFor(() => upstream.received[0]?.aborted);
    expect((await usageOf(gateway))[0]).toMatchObject({ completion: 'client_gone', output: 50 });
  });

  it('while a retry waits ends the wait, and is billed nothing', async () => {
    await using upstream = await failing(429, { 'retry-after': '5' });
    await using gateway = await startTestGateway({
      fragments: fragmentsFor(upstream.url, { maxRetries: 5 }),
    });
    const leaving = new AbortController();
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({ model: 'main', messages: saying('hi') }),
      signal: leaving.signal,
    });
    await waitFor(() => upstream.received[0]);
    await waitFor(() => gateway.logged.find((entry) => entry.event === 'attempt_failed'));
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect((await usageOf(gateway))[0]).toMatchObject({
      completion: 'client_gone',
      attempts: 1,
      input: 0,
      output: 0,
      cost_nano_usd: 0,
    });
  });
});
