import { describe, expect, it } from 'vitest';
import { saying } from '../testing/client-of.ts';
import { deprecation, key, model, simulated, type Fragments } from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const PAGE = 'https://chat.example.com';

const fragments: Fragments = {
  providers: [simulated('sim')],
  models: [model('gpt-4o', 'sim', { aliases: ['any'] })],
  deprecations: [
    deprecation('gpt-4o', {
      ...{ deprecatedAt: '2020-06-01T00:00:00Z', sunsetAt: '2999-01-01T00:00:00Z' },
    }),
  ],
  keys: [key('alice')],
};

const startWith = (corsOrigins: '*' | readonly string[]) =>
  startTestGateway({ fragments, config: { corsOrigins } });

const ask = (gateway: TestGateway, { token = 'sk-alice', stream = false, origin = PAGE } = {}) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, origin },
    body: JSON.stringify({ model: 'any', messages: saying('hi'), stream }),
  });

const preflight = (gateway: TestGateway, origin = PAGE) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-stainless-os,x-aicp-metadata',
    },
  });

const corsHeaders = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-') || name === 'vary');

describe('a page of another origin', () => {
  it('is told nothing by default', async () => {
    await using gateway = await startWith([]);
    const asked = await preflight(gateway);
    expect(asked.status).toBe(405);
    for (const response of [asked, await ask(gateway)]) expect(corsHeaders(response)).toEqual([]);
  });

  it('may ask what it may do without a key, and send what client libraries send', async () => {
    await using gateway = await startWith([PAGE]);
    const { status, headers } = await preflight(gateway);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase();
    for (const name of ['authorization', 'content-type', 'x-stainless-os', 'x-aicp-metadata']) {
      expect(allowed.split(', ')).toContain(name);
    }
    expect(corsHeaders(await preflight(gateway, 'https://other.example'))).toEqual(['vary']);
  });

  it.each([
    ['an answer', 200, {}],
    ['a stream', 200, { stream: true }],
    ['a refusal', 401, { token: 'sk-nobody' }],
  ] as const)('reads %s, with every header of it', async (_, status, options) => {
    await using gateway = await startWith([PAGE]);
    const response = await ask(gateway, options);
    await response.text();
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(headers.get('vary')).toBe('Origin');
    const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
    const own = [...headers.keys()].filter((name) => /^(x-|deprecation|sunset)/.test(name));
    expect(own.length).toBeGreaterThan(status === 200 ? 5 : 0);
    expect(exposed).toEqual(expect.arrayContaining(own));
  });

  it('may be any where all may, which then sends no cookies along', async () => {
    await using gateway = await startWith('*');
    const { headers } = await ask(gateway, { origin: 'https://anybody.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });
});
