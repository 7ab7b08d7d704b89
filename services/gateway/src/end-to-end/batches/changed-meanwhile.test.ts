import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { toFile } from 'openai';
import { expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { credential, key, model, provider, type Fragments } from '../../testing/fragments.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';

const ENDPOINT = '/v1/chat/completions';
const LINE = JSON.stringify({
  ...{ custom_id: 'a', method: 'POST', url: ENDPOINT },
  body: { model: 'small', messages: [{ role: 'user', content: 'Hello' }] },
});
const WEB = {
  ...{ organization: 'acme', boundTo: { organizationUid: 'uid-acme' } },
  ...{ team: 'web', teamUid: 'uid-web' },
};

/** Forwards to `origin`; what somebody uploads for a batch is answered when `meanwhile` is over. */
async function startSlow(origin: string, meanwhile: () => Promise<unknown>) {
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const body = await buffer(request);
      const isOurs = request.method === 'POST' && body.includes('aicp-batch.jsonl');
      if (isOurs) await meanwhile();
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const answer = await fetch(`${origin}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: { authorization, ...(type === '' ? {} : { 'content-type': type }) },
        ...(body.length === 0 ? {} : { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    forward().catch((error: unknown) => {
      response.destroy(error as Error);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  };
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, [Symbol.asyncDispose]: end };
}

/** Makes a batch, while whose file is with its provider the cluster is changed so. */
async function making(change: Fragments) {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startOpenAiTwin());
  const slow = parts.use(await startSlow(twin.origin, () => gateway.operator.push(changed)));
  const fragments: Fragments = {
    providers: [provider('up', { type: 'openai', baseUrl: slow.baseUrl, credential: 'set' })],
    ...{ credentials: [credential('up', 'sk-vendor')], keys: [key('alice', WEB)] },
    models: [model('small', 'up', { prices: { input: '1000000', output: '10000000' } })],
  };
  const changed = { ...fragments, ...change };
  const gateway = parts.use(await startTestGateway({ fragments }));
  const client = clientOf(gateway);
  const file = await toFile(Buffer.from(LINE), 'requests.jsonl');
  const { id } = await client.files.create({ file, purpose: 'batch' });
  const asked = { input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' } as const;
  const made = client.batches.create(asked);
  const paths = (): string[] => twin.received.map(({ method, path }) => `${method} ${path}`);
  return { gateway, made, paths, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

it.each([
  ['its key is blocked', { keys: [key('alice', { ...WEB, blocked: true })] }, 401],
  ['its key is gone', { keys: [key('bob', WEB)] }, 401],
  ['its key is another team’s', { keys: [key('alice', { ...WEB, teamUid: 'uid-2' })] }, 404],
  [
    'its key may not use its model',
    { keys: [key('alice', { ...WEB, allowedModels: ['x'] })] },
    403,
  ],
] as const)(
  'a batch does not begin where %s by the time its provider has its file',
  async (_what, change, status) => {
    await using batch = await making(change);
    await expect(batch.made).rejects.toMatchObject({ status });
    expect(batch.paths()).not.toContain('POST /v1/batches');
    expect(batch.paths().at(-1)).toMatch(/^DELETE \/v1\/files\//);
    const records = await usageOf(batch.gateway);
    expect(records.map(({ cost_nano_usd: cost }) => cost ?? 0).filter((cost) => cost > 0)).toEqual(
      [],
    );
  },
  60_000,
);

it('a batch begins where its prices alone are others by then', async () => {
  const dearer = model('small', 'up', { prices: { input: '9000000', output: '9000000' } });
  await using batch = await making({ models: [dearer] });
  expect(await batch.made).toMatchObject({ status: 'validating' });
  expect(batch.paths()).toContain('POST /v1/batches');
}, 60_000);
