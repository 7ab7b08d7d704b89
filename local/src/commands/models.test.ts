import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { models } from './models.ts';

const offer = (id: string, more: object = {}) => ({
  ...{ id, model: null, mode: 'chat', context_window: 9, body: { id, provider: 'openai' } },
  prices: { input_price_per_million: 2.5, output_price_per_million: 10 },
  ...more,
});
const OFFERED = [
  offer('gpt-a'),
  offer('gpt-b', { model: 'served' }),
  offer('gpt-c', { prices: null }),
  offer('o3'),
];

describe('aicp models import', () => {
  let server: Server;
  const created: unknown[] = [];
  beforeEach(async () => {
    created.length = 0;
    server = createServer((request, response) => {
      const { method = '', url = '' } = request;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const json = (status: number, body: object) =>
          response
            .writeHead(status, { 'content-type': 'application/json' })
            .end(JSON.stringify(body));
        const sent = Buffer.concat(chunks).toString();
        if (url === '/auth/login') json(200, { access_token: 't' });
        else if (method === 'GET') {
          if (url.includes('/openai/')) json(200, { total: 4, models: OFFERED });
          else json(502, { detail: 'It refuses the credential: send another api_key.' });
        } else if (url.includes('dry_run=true')) {
          response.writeHead(201, { 'content-type': 'application/yaml' }).end('kind: Model\n');
        } else if (sent.includes('gpt-c')) {
          json(422, { detail: 'No.', errors: [{ path: 'id', message: 'is taken' }] });
        } else {
          created.push(JSON.parse(sent));
          json(201, {});
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const aicp = async (...args: string[]) => {
    const admin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const said = { out: '', err: '' };
    const words = ['models', 'import', '--admin', admin, ...args];
    const code = await run(
      words,
      { models: () => Promise.resolve(models) },
      {
        out: (text) => (said.out += text),
        err: (text) => (said.err += text),
        isTerminal: false,
        environment: { AICP_ADMIN_KEY: 'aicp_key' },
        signal: new AbortController().signal,
      },
    );
    return { code, ...said };
  };

  it('makes what is like the pattern and not there yet, and says what became of each', async () => {
    const { code, out, err } = await aicp('--provider', 'openai', '--match', 'gpt-*');
    expect(code).toBe(1);
    expect(out).toBe('gpt-a: created\n');
    expect(err).toBe(
      'gpt-b: is there already, as served\ngpt-c: No. id: is taken\ngpt-c: nobody knows what it costs\n',
    );
    expect(created).toEqual([{ id: 'gpt-a', provider: 'openai' }]);
  });

  it('only prints YAML, or a table, where it is asked to', async () => {
    const yaml = await aicp('--provider', 'openai', '--yaml');
    expect(yaml).toMatchObject({
      code: 0,
      out: 'kind: Model\n---\nkind: Model\n---\nkind: Model\n',
    });
    const { out } = await aicp('--provider', 'openai', '--dry-run', '--match', 'o3');
    expect(out.split('\n').map((line) => line.split(/ +/))).toEqual([
      ['OFFERED', 'MODEL', 'MODE', 'CONTEXT', 'IN', '$/M', 'OUT', '$/M'],
      ['o3', '-', 'chat', '9', '2.5', '10'],
      [''],
    ]);
    expect(created).toEqual([]);
  });

  it('says why a provider cannot be asked, and where nothing is like the pattern', async () => {
    expect(await aicp('--provider', 'other')).toMatchObject({
      code: 1,
      err: 'aicp models: It refuses the credential: send another api_key.\n',
    });
    expect(await aicp('--provider', 'openai', '--match', 'x')).toMatchObject({
      code: 1,
      err: 'aicp models: openai offers no such model\n',
    });
  });
});
