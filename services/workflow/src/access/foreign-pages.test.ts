import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';
import { foreignPages } from './foreign-pages.ts';

const sections = sectionsOf(
  [templateOf('one', [step('a', 'transform', { value: 1 })])],
  [keyOf('bot')],
);

describe('a page in a browser beside an engine on loopback', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  /** As browsers send it, who set Host and Origin themselves. */
  const send = (method: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const path = method === 'GET' ? '/api/v1/templates' : '/api/v1/executions';
      const sent = request(engine.url + path, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          resolve({ status: response.statusCode, text });
        });
      });
      sent.once('error', reject);
      sent.end(method === 'GET' ? undefined : JSON.stringify({ template: 'one' }));
    });
  const json = { 'content-type': 'application/json' };
  const { host } = { host: 'evil.example:8085' };

  it('reads and starts nothing by a name that was made to point here', async () => {
    const read = await send('GET', { host });
    expect(read).toMatchObject({ status: 403 });
    expect(read.text).toContain('AICP_PUBLIC_URL');
    expect(await send('POST', { ...json, host, origin: `http://${host}` })).toMatchObject({
      status: 403,
    });
  });

  it('starts nothing from another origin', async () => {
    const sent = await send('POST', { ...json, origin: 'https://evil.example' });
    expect(sent).toMatchObject({ status: 403 });
    expect(sent.text).toContain('AICP_CORS_ORIGINS');
  });

  it('may as a page of this machine and port, and as whoever shows a key', async () => {
    const { host: own } = new URL(engine.url);
    expect(await send('POST', { ...json, origin: `http://${own}` })).toMatchObject({ status: 201 });
    const key = { authorization: 'Bearer sk-bot' };
    expect(await send('GET', { ...key, host })).toMatchObject({ status: 200 });
  });
});

describe('an engine that others reach', () => {
  const check = (config: Partial<Parameters<typeof foreignPages>[0]>) =>
    foreignPages({ host: '0.0.0.0', publicUrl: undefined, corsOrigins: [], ...config });
  const asked =
    (require: ReturnType<typeof foreignPages>, headers: Record<string, string>) => () => {
      require({ headers });
    };

  it('is asked by any name, since nobody can tell which are its own, and by its own pages', () => {
    const require = check({ publicUrl: 'https://workflows.example.com' });
    expect(asked(require, { host: 'aicp-workflow:8085' })).not.toThrow();
    expect(
      asked(require, { host: 'aicp-workflow', origin: 'https://workflows.example.com' }),
    ).not.toThrow();
    expect(asked(require, { host: 'x.example', origin: 'http://x.example' })).toThrow('origin');
  });

  it('on loopback behind a proxy is asked by the name that it is told', () => {
    const require = check({ host: '127.0.0.1', publicUrl: 'https://workflows.example.com' });
    expect(asked(require, { host: 'workflows.example.com' })).not.toThrow();
    expect(asked(require, { host: 'other.example.com' })).toThrow('localhost');
  });
});
