import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type CorsOrigins, corsOrigins, corsOriginsOrAny, cors } from './cors.ts';
import { z } from 'zod';
import { ConfigError, readEnvironment } from '../config/environment.ts';

const CONSOLE = 'https://console.example.com';

describe('a page of another origin', () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  /** Sends requests to a server that answers everything with 401. */
  const serve = async (origins: CorsOrigins) => {
    const handle = cors({
      origins,
      methods: ['GET', 'POST'],
      headers: ['Authorization'],
      prefixes: ['x-aicp-'],
      exposed: ['ETag', 'Link'],
    });
    const server = createServer((request, response) => {
      handle(request, response, () => {
        response.writeHead(401, ['content-type', 'text/plain']).end('who?');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    return async (method: string, headers: Record<string, string> = {}) =>
      await fetch(`http://127.0.0.1:${port}/`, { method, headers });
  };
  const preflight = {
    origin: CONSOLE,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, X-AICP-Client, x-other',
  };

  it('that is listed is told what it may do before anybody is asked who it is', async () => {
    const send = await serve([CONSOLE]);
    const { status, headers } = await send('OPTIONS', preflight);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, x-aicp-client');
    expect(headers.get('access-control-max-age')).toBe('600');
    expect(headers.get('vary')).toBe('Origin, Access-Control-Request-Headers');
  });

  it('that is listed may read every answer, and never sends cookies along', async () => {
    const send = await serve([CONSOLE]);
    const { status, headers } = await send('POST', { origin: CONSOLE });
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(headers.get('access-control-expose-headers')).toBe('ETag, Link');
    expect(headers.get('vary')).toBe('Origin');
    const names = [...headers.keys(), ...(await send('OPTIONS', preflight)).headers.keys()];
    expect(names).not.toContain('access-control-allow-credentials');
  });

  it.each(['https://console.example.com.evil.example', 'http://console.example.com', 'null'])(
    'that is not listed is told nothing: %s',
    async (origin) => {
      const send = await serve([CONSOLE]);
      for (const method of ['OPTIONS', 'GET']) {
        const { status, headers } = await send(method, { ...preflight, origin });
        expect(status).toBe(401);
        expect(headers.get('vary')).toBe('Origin');
        expect([...headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
      }
    },
  );

  it('may call where all may, and is not named then', async () => {
    const send = await serve('*');
    const { headers } = await send('GET', { origin: 'https://anybody.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is what it is about: a client that is no browser is answered as ever', async () => {
    const send = await serve([CONSOLE]);
    expect((await send('POST')).headers.get('vary')).toBeNull();
    expect((await send('GET')).headers.get('vary')).toBe('Origin');
    expect((await send('OPTIONS', { origin: CONSOLE })).status).toBe(401);
  });
});

describe('origins whose pages may call, as a variable says them', () => {
  it('are a list of exact ones, and none by default', () => {
    expect(corsOrigins.parse('')).toEqual([]);
    expect(corsOrigins.parse(' https://console.example.com, http://[::1]:5173 ,')).toEqual([
      'https://console.example.com',
      'http://[::1]:5173',
    ]);
  });

  it('are all of them where that is allowed, and nothing is named beside', () => {
    expect(corsOriginsOrAny.parse(' * ')).toBe('*');
    expect(corsOriginsOrAny.parse('https://a.example')).toEqual(['https://a.example']);
    expect(corsOrigins.safeParse('*').success).toBe(false);
    expect(corsOriginsOrAny.safeParse('*,https://a.example').success).toBe(false);
  });

  it.each([
    ['https://console.example.com/', 'write https://console.example.com'],
    ['https://console.example.com/ui', 'write https://console.example.com'],
    ['https://Console.example.com', 'write https://console.example.com'],
    ['https://console.example.com:443', 'write https://console.example.com'],
    ['https://user@console.example.com', 'write https://console.example.com'],
    ['https://*.example.com', 'has a wildcard'],
    ['null', 'is no origin: write origins such as'],
    ['console.example.com', 'is no origin: write origins such as'],
    ['file:///index.html', 'is no origin: write origins such as'],
    ['ftp://console.example.com', 'is no origin: write origins such as'],
  ])('end the start where one is "%s", in words that say what to write', (text, words) => {
    const schema = z.object({ AICP_CORS_ORIGINS: corsOriginsOrAny.prefault('') });
    const read = () => readEnvironment(schema, { AICP_CORS_ORIGINS: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(words);
  });
});
