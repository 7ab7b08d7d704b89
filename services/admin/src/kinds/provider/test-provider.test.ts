import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressGuard, LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testProvider } from './test-provider.ts';

const guard = addressGuard(LOCAL_TOO);

describe('the test of a provider', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  beforeEach(async () => {
    server = createServer((request, response) => {
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test = async (spec: object, credential?: string) =>
    testProvider({
      spec: { type: 'openai_compatible', baseUrl: `${url()}/v1/`, ...spec },
      credential,
      guard,
      clock: systemClock,
    });

  it('asks for its models with its credential and headers, and takes the time', async () => {
    let asked: IncomingMessage | undefined;
    answer = (request, response) => {
      asked = request;
      response.end('{"object":"list","data":[{"id":"a"},{"id":"b"}]}');
    };
    const verdict = await test({ headers: { 'X-Team': 'ours' } }, 'sk-1');
    expect(verdict).toMatchObject({ ok: true, status: 200, models: 2 });
    expect(verdict.latency_ms).toBeGreaterThan(0);
    expect(asked).toMatchObject({
      url: '/v1/models',
      headers: { authorization: 'Bearer sk-1', 'x-team': 'ours' },
    });
  });

  it('sends a credential as the provider wants it', async () => {
    let headers: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      ({ headers } = request);
      response.end('{"data":[]}');
    };
    await test({ type: 'anthropic' }, 'sk-ant');
    expect(headers).toMatchObject({ 'x-api-key': 'sk-ant' });
    expect(headers).not.toHaveProperty('authorization');
  });

  it.each([
    [401, 'credential', 'credential'],
    [403, 'credential', 'rights'],
    [404, 'not_found', 'base_url'],
    [407, 'proxy', 'proxy'],
    [429, 'rate_limited', 'wait'],
    [302, 'redirect', '302'],
    [418, 'refused_request', '418'],
    [500, 'server_error', '500'],
  ])('says what to do about a %i', async (status, reason, advice) => {
    answer = (_, response) => response.writeHead(status, { location: `${url()}/other` }).end();
    const verdict = await test({}, 'sk-1');
    expect(verdict).toMatchObject({ ok: false, status, reason });
    expect(verdict.message).toContain(advice);
  });

  it('tells a key that is answered with 400, and nothing of what was said', async () => {
    answer = (_, response) => response.writeHead(400).end('{"error":"API key sk-1 is not valid"}');
    const verdict = await test({}, 'sk-1');
    expect(verdict).toMatchObject({ reason: 'credential', status: 400 });
    expect(verdict.message).not.toContain('sk-1');
  });

  it('sends Azure no application of Entra ID in the place of a key', async () => {
    let asked = 0;
    answer = (_, response) => {
      asked += 1;
      response.end('{"data":[]}');
    };
    const application = '{"tenantId":"t","clientId":"c","clientSecret":"s"}';
    const spec = { type: 'azure_openai', baseUrl: url() };
    expect(await test(spec, application)).toMatchObject({ ok: false, reason: 'not_testable' });
    expect(asked).toBe(0);
    expect(await test(spec, 'a-key')).toMatchObject({ ok: true });
  });

  it('takes no page for a list of models', async () => {
    answer = (_, response) => response.end('<html>');
    expect(await test({})).toMatchObject({
      ...{ ok: false, status: 200, models: null, reason: 'bad_answer' },
    });
  });

  it('says so where nobody answers, and goes nowhere that is forbidden', async () => {
    expect(await test({ baseUrl: 'http://127.0.0.1:1/v1' })).toMatchObject({
      ok: false,
      status: null,
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
    const forbidden = await test({ baseUrl: 'http://169.254.169.254/latest' }, 'sk-1');
    expect(forbidden.message).toContain('169.254.169.254 is not an address');
  });

  it('needs no network for a simulation, and says which types it can’t ask', async () => {
    expect(await test({ type: 'simulated' })).toMatchObject({ ok: true });
    expect(await test({ type: 'bedrock' })).toMatchObject({ ok: false, status: null });
  });
});
