import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { listen, type Listening } from '@aicp/common/http/listen';
import { systemClock } from '@aicp/common/time/clock';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consolePages } from './console-pages.ts';

const SCRIPT = 'export const text = "the console";\n'.repeat(20);
const INDEX =
  '<html><head><base href="__BASE_HREF__"><meta name="csp-nonce" content="__CSP_NONCE__"></head>__CSP_NONCE__</html>';
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the console', () => {
  let parent: string;
  let directory: string;
  let serving: Listening;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'aicp-console-'));
    directory = join(parent, 'dist');
    await writeFile(join(parent, 'secret.txt'), 'secret');
    serving = await serve('');
  });
  afterEach(async () => {
    await serving.close(0);
    await rm(parent, { recursive: true });
  });

  const serve = (prefix: string): Promise<Listening> => {
    const app = express();
    // As the admin service sets for all that is not the console.
    app.use((_request, response, next) => {
      response.setHeader('Content-Security-Policy', "default-src 'self'");
      response.setHeader('X-Content-Type-Options', 'nosniff');
      next();
    });
    app.use(consolePages({ directory, prefix, clock: systemClock, randomBytes }));
    app.use((_request, response) => {
      response.status(404).json({ detail: 'There is nothing.' });
    });
    return listen(app, { host: '127.0.0.1', port: 0 });
  };
  const build = async (to = directory) => {
    await mkdir(join(to, 'assets'), { recursive: true });
    await writeFile(join(to, 'index.html'), INDEX);
    await writeFile(join(to, 'favicon.svg'), '<svg/>');
    await writeFile(join(to, '.digest'), 'digest');
    await writeFile(join(to, 'assets/index-abc.js'), SCRIPT);
    await writeFile(join(to, 'assets/index-abc.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(to, 'assets/index-abc.js.gz'), gzipSync(SCRIPT));
    await writeFile(join(to, 'assets/inter-abc.woff2'), 'font');
  };
  const get = (path: string, headers: Record<string, string> = BROWSER, method = 'GET') =>
    fetch(`http://127.0.0.1:${serving.port}${path}`, { headers, method, redirect: 'manual' });
  /** As it is written: fetch would tidy the path up. */
  const getRaw = (path: string): Promise<{ status: number | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: serving.port, path, headers: BROWSER }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.once('end', () => resolve({ status: answer.statusCode, text }));
      })
        .once('error', reject)
        .end();
    });

  it('is at the root and at every page of its own, with a nonce that no other page has', async () => {
    await build();
    const nonces = new Set<string>();
    for (const path of [
      '/',
      '/teams/research',
      '/models/gpt-4.1?tab=prices',
      '/index.html',
      '/login',
    ]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const html = await answer.text();
      const [, nonce = ''] = /content="([A-Za-z0-9+/=]{22,})"/.exec(html) ?? [];
      expect(html).toBe(INDEX.replaceAll('__CSP_NONCE__', nonce).replace('__BASE_HREF__', '/'));
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`,
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
    expect((await get('/', {})).status).toBe(200);
    const head = await get('/teams', BROWSER, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('says in its page below which path it is', async () => {
    await build();
    await serving.close(0);
    serving = await serve('/tools/aicp');
    expect(await (await get('/')).text()).toContain('<base href="/tools/aicp/">');
  });

  it('is never in the place of what programs ask for', async () => {
    await build();
    for (const path of [
      '/api/v1/nothing',
      '/api',
      '/%61pi/v1/x',
      '/auth/nothing',
      '/docs/nothing',
      '/openapi.json',
      '/health/x',
      '/ready',
      '/version',
      '/metrics',
      '/v1/models',
      '/internal/x',
      '/assets/',
      '/assets/index-gone.js',
      '/assets/a/b.js',
      '/nothing.js',
      '//teams',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    for (const accept of ['*/*', 'application/json', 'text/event-stream']) {
      expect((await get('/teams/research', { accept })).status, accept).toBe(404);
    }
    expect((await get('/', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/teams', BROWSER, 'POST')).status).toBe(404);
  });

  it('has files that browsers keep for a year, compressed as they can read it', async () => {
    await build();
    const read = async (encodings: string) => {
      const answer = await get('/assets/index-abc.js', { 'accept-encoding': encodings });
      expect(await answer.text()).toBe(SCRIPT);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      return answer.headers.get('content-encoding');
    };
    expect(await read('gzip, deflate, br')).toBe('br');
    expect(await read('gzip, br;q=0')).toBe('gzip');
    expect(await read('identity')).toBeNull();
    const font = await get('/assets/inter-abc.woff2', { 'accept-encoding': 'br' });
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(font.headers.get('content-encoding')).toBeNull();
    const icon = await get('/favicon.svg', {});
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it('gives out nothing beside its files', async () => {
    await build();
    for (const path of [
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/../secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '/assets/index-abc.js.br',
      '/assets/index-abc.js%00.txt',
      '/.digest',
      '/assets',
      '/%00',
    ]) {
      const { status, text } = await getRaw(path);
      // What is no file, and is asked for by a browser, is the console's page at most.
      if (status === 200) expect(text, path).toContain('csp-nonce');
      else expect(status, path).toBe(404);
    }
  });

  it('is said to be on its way while it is built, and is there afterwards without a restart', async () => {
    const missing = await get('/');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('make up');
    await build(join(parent, 'dist.building/dist'));
    const building = await get('/teams/research');
    expect([building.status, building.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await building.text()).toContain('http-equiv="refresh"');
    expect((await get('/assets/index-abc.js')).status).toBe(404);
    await rename(join(parent, 'dist.building/dist'), directory);
    expect((await get('/teams/research')).status).toBe(200);
  });
});
