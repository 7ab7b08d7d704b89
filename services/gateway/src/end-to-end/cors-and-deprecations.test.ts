import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { saying } from '../testing/clients.ts';
import {
  accessTier,
  deprecation,
  key,
  model,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/journal-lines.ts';

describe('cors', () => {
  const PAGE = 'https://chat.example.com';

  const fragments: Fragments = {
    providers: [simulated('sim')],
    models: [model('gpt-4o', 'sim', { aliases: ['any'] })],
    deprecations: [
      deprecation('gpt-4o', {
        deprecatedAt: '2020-06-01T00:00:00Z',
        sunsetAt: '2999-01-01T00:00:00Z',
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
        'access-control-request-headers':
          'authorization,content-type,x-stainless-os,x-aicp-metadata',
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
});

describe('deprecations', () => {
  const fragments: Fragments = {
    providers: [simulated('sim')],
    models: [model('old', 'sim', { aliases: ['elder'] }), model('new', 'sim')],
    deprecations: [
      deprecation('old', {
        deprecatedAt: '2026-06-01T00:00:00Z',
        sunsetAt: '2027-01-01T12:00:00Z',
        replacement: 'new',
        message: 'It is slow.',
      }),
    ],
    keys: [key('alice')],
  };

  /** A gateway at a moment. */
  const startAt = (moment: string, more: Partial<Fragments> = {}) =>
    startTestGateway({
      fragments: { ...fragments, ...more },
      clock: { ...systemClock, now: () => Date.parse(moment) },
    });

  const headers = { authorization: 'Bearer sk-alice' };

  const ask = (gateway: TestGateway, name: string, stream = false) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: name, messages: saying('hi'), stream }),
    });

  const said = ({ headers: got }: Response) => [got.get('deprecation'), got.get('sunset')];

  describe('a model whose end is announced', () => {
    it('says nothing of it before it is deprecated, but in its description', async () => {
      await using gateway = await startAt('2026-05-31T23:59:59Z');
      expect(said(await ask(gateway, 'old'))).toEqual([null, null]);
      const described = await fetch(`${gateway.url}/v1/models/elder`, { headers });
      expect(await described.json()).toMatchObject({ id: 'elder', shutdown_date: '2027-01-01' });
    });

    it.each([false, true])('says so in every answer from then on (stream: %s)', async (stream) => {
      await using gateway = await startAt('2026-06-01T00:00:00Z');
      const announced = ['@1780272000', 'Fri, 01 Jan 2027 12:00:00 GMT'];
      const response = await ask(gateway, 'elder', stream);
      expect(response.status).toBe(200);
      expect(said(response)).toEqual(announced);
      expect(said(await ask(gateway, 'new', stream))).toEqual([null, null]);
    });

    it('is not there after its end, and the answer says what to use instead', async () => {
      await using gateway = await startAt('2027-01-01T12:00:00Z');
      const response = await ask(gateway, 'old');
      expect(response.status).toBe(404);
      expect(said(response)).toEqual(['@1780272000', 'Fri, 01 Jan 2027 12:00:00 GMT']);
      expect(await response.json()).toMatchObject({
        error: {
          code: 'model_not_found',
          message: '"old" is not served since 2027-01-01. It is slow. Use "new" instead.',
        },
      });
      const listed = await fetch(`${gateway.url}/v1/models`, { headers });
      const { data } = (await listed.json()) as { data: { id: string }[] };
      expect(data.map(({ id }) => id)).toEqual(['new']);
      const described = await fetch(`${gateway.url}/v1/models/old`, { headers });
      expect(described.status).toBe(404);
      expect(await described.text()).toContain('Use \\"new\\" instead.');
    });

    it('goes to the millisecond while the gateway runs and nothing else is alive', async () => {
      const sunset = Date.parse('2027-01-01T12:00:00Z');
      let now = sunset - 1;
      const clock = { ...systemClock, now: () => now };
      await using gateway = await startTestGateway({ fragments, clock });
      expect((await ask(gateway, 'elder')).status).toBe(200);
      now = sunset;
      expect((await ask(gateway, 'elder')).status).toBe(404);
    });

    it('is refused like its replacement where that is in a tier that was not granted', async () => {
      const [end] = fragments.deprecations ?? [];
      await using gateway = await startAt('2027-01-01T12:00:00Z', {
        deprecations: [{ ...end!, autoReroute: true }],
        tiers: [accessTier('premium', { models: ['new'] })],
      });
      const response = await ask(gateway, 'old');
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('the access tier \\"premium\\"');
    });

    it('is served by its replacement after its end where requests go there by themselves', async () => {
      const [end] = fragments.deprecations ?? [];
      await using gateway = await startAt('2027-01-01T12:00:00Z', {
        deprecations: [{ ...end!, autoReroute: true }],
      });
      const response = await ask(gateway, 'elder');
      expect(response.status).toBe(200);
      expect(response.headers.get('x-aicp-model')).toBe('new');
      expect(response.headers.get('x-aicp-routed-from')).toBe('elder');
      expect(said(response)[1]).not.toBeNull();
      await response.text();
      expect(await usageOf(gateway)).toMatchObject([{ model_asked: 'elder', model_served: 'new' }]);
    });
  });
});
