import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { doctor } from './doctor.ts';

const KEY = 'aicp_very-secret';

interface Answers {
  readonly [path: string]: { readonly status: number; readonly body: object } | undefined;
}

/** An admin API that answers what a test says, to the holder of the key. */
function adminApi(answers: Answers): Server {
  return createServer((request, response) => {
    if (request.url === '/auth/login') {
      request.setEncoding('utf8').once('data', (sent: string) => {
        const isKey = sent === JSON.stringify({ api_key: KEY });
        const told = isKey ? { access_token: 'token' } : {};
        response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
      });
      return;
    }
    const isKnown = request.headers.authorization === 'Bearer token';
    const answer = answers[`${request.method ?? ''} ${request.url ?? ''}`];
    const { status, body } = isKnown && answer ? answer : { status: 404, body: { detail: 'no' } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

let folder: string;
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aicp-doctor-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A Kubernetes API with one provider and one model. */
async function kubeconfig(): Promise<string> {
  const conditions = [{ type: 'Accepted', status: 'True', reason: 'Accepted', message: '' }];
  const items = {
    providers: [{ metadata: { name: 'openai' }, spec: { type: 'openai' }, status: { conditions } }],
    models: [
      {
        metadata: { name: 'fast' },
        spec: { modelId: 'gpt-typo', provider: 'openai' },
        status: { conditions },
      },
    ],
  };
  const resources = [
    { name: 'providers', kind: 'Provider' },
    { name: 'models', kind: 'Model' },
  ];
  const server = await listening(
    createServer((request, response) => {
      const name = /\/namespaces\/aicp\/(providers|models)$/.exec(request.url ?? '')?.[1];
      const body = name === undefined ? { resources } : { items: items[name as 'models'] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    }),
  );
  const path = join(folder, 'kubeconfig');
  const config = {
    clusters: [{ cluster: { server, 'certificate-authority-data': '' } }],
    users: [{ user: { token: 'token' } }],
    contexts: [{ context: { namespace: 'aicp' } }],
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

async function aicp(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await run(
    ['doctor', ...args],
    { doctor: () => Promise.resolve(doctor) },
    {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      isTerminal: false,
      environment: { AICP_ADMIN_KEY: KEY },
      signal: new AbortController().signal,
    },
  );
  return { code, ...said };
}

const verdict = (more: object) => ({
  status: 200,
  body: { ok: false, reason: null, message: '', ...more },
});

it('says what is wrong with a provider in a line, and ends with 1', async () => {
  const message = 'Nobody listens at 127.0.0.1:1.';
  const api = adminApi({
    'POST /api/v1/providers/openai/test': verdict({ reason: 'refused', message }),
  });
  const where = ['--kubeconfig', await kubeconfig(), '--admin', await listening(api)];
  expect(await aicp(...where)).toEqual({
    code: 1,
    out: `provider/openai: refused: ${message}\n`,
    err: '',
  });
});

it('names a model that the vendor does not list, and is content where it does', async () => {
  const lists = (id: string) =>
    adminApi({
      'POST /api/v1/providers/openai/test': verdict({ ok: true }),
      'GET /api/v1/providers/openai/models': { status: 200, body: { total: 1, models: [{ id }] } },
    });
  const config = await kubeconfig();
  const other = await aicp('--kubeconfig', config, '--admin', await listening(lists('gpt-4o')));
  expect(other.code).toBe(1);
  expect(other.out).toContain('model/fast: openai lists no model "gpt-typo"');
  const right = await aicp('--kubeconfig', config, '--admin', await listening(lists('gpt-typo')));
  expect(right).toEqual({ code: 0, out: 'nothing is wrong with 1 provider\n', err: '' });
});

it('says which provider is not there, and who does not answer, without the key', async () => {
  const config = await kubeconfig();
  const api = await listening(adminApi({}));
  const none = await aicp('--provider', 'nobody', '--kubeconfig', config, '--admin', api);
  expect(none).toMatchObject({ code: 1, err: 'aicp doctor: there is no Provider nobody\n' });
  const away = await aicp('--kubeconfig', config, '--admin', 'http://127.0.0.1:1');
  expect(away.code).toBe(1);
  expect(away.err).toContain('does not answer at http://127.0.0.1:1 (ECONNREFUSED)');
  expect(JSON.stringify([none, away])).not.toContain(KEY);
});

it('says of an installation that was never started how to start it', async () => {
  const { code, out, err } = await aicp('--data-dir', folder);
  expect(code).toBe(1);
  expect(out + err).toContain('run `aicp up`');
});
