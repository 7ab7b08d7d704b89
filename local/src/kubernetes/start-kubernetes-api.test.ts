import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { kinds as allKinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { ContractClient } from '@aicp/test/contract/contract-client';
import { controlPlane, custom, policy } from '@aicp/test/contract/objects';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { kubeconfigFor } from './kubeconfig.ts';
import { startKubernetesApi, type KubernetesApi } from './start-kubernetes-api.ts';
import { StoreInUse } from './store/database.ts';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { temporaryDirectories } from './testing/new-api.ts';

const TOKEN = 'token-of-a-test';
const POLICIES = custom('default', 'routingpolicies');

interface Running {
  readonly api: KubernetesApi;
  readonly client: ContractClient;
  readonly stop: () => Promise<void>;
}

async function run(
  dataDirectory: string,
  options: { kinds?: readonly KindDefinition[]; clock?: Clock; port?: number } = {},
): Promise<Running> {
  const api = await startKubernetesApi({
    dataDirectory,
    host: '127.0.0.1',
    port: 0,
    log: createLogger({ service: 'kubernetes', level: 'silent' }),
    clock: systemClock,
    tokens: new Map([[TOKEN, 'admin']]),
    ...options,
  });
  const client = new ContractClient({ url: api.url, ca: api.ca, token: TOKEN, kubeconfigPath: '' });
  const stop = async (): Promise<void> => {
    await client.close();
    await api.close();
  };
  return { api, client, stop };
}

/** A server in a process of its own. */
async function spawnServer(directory: string): Promise<[ChildProcess, ContractClient]> {
  const main = join(import.meta.dirname, 'testing/main.ts');
  const child = spawn(process.execPath, [main, directory, TOKEN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  const { url, ca } = JSON.parse(line) as { url: string; ca: string };
  return [child, new ContractClient({ url, ca, token: TOKEN, kubeconfigPath: '' })];
}

describe('the server', () => {
  const directory = temporaryDirectories();

  it('has every write that it answered when it is killed in the middle of others', async () => {
    const path = directory();
    const [child, writer] = await spawnServer(path);
    const acknowledged = new Map<string, string>();
    const removed = new Set<string>();
    const write = async (worker: number): Promise<void> => {
      for (let i = 0; ; i += 1) {
        const name = `w${worker}-${i}`;
        const { status, body } = await writer.post(POLICIES, policy(name));
        expect(status).toBe(201);
        acknowledged.set(name, body.metadata.resourceVersion ?? '');
        if (i % 5 !== 4) continue;
        const gone = `w${worker}-${i - 1}`;
        removed.add(gone);
        await writer.delete(`${POLICIES}/${gone}`);
        acknowledged.delete(gone);
      }
    };
    const workers = Promise.allSettled([0, 1, 2, 3].map(write));
    await until(() => acknowledged.size > 200, { what: 'two hundred writes' });
    child.kill('SIGKILL');
    await workers;
    await writer.close();

    const { client, stop } = await run(path);
    const { body } = await client.get(POLICIES);
    const found = new Map(
      body.items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]),
    );
    for (const [name, version] of acknowledged) {
      if (!removed.has(name)) expect(found.get(name), name).toBe(version);
    }
    const { body: next } = await client.post(POLICIES, policy('next'));
    const newest = Math.max(...[...found.values()].map(Number));
    expect(Number(next.metadata.resourceVersion)).toBeGreaterThan(newest);
    await stop();
  });

  it('says so when another one has its data, and lets go of the port that it cannot use', async () => {
    const path = directory();
    const { api, stop } = await run(path);
    await expect(run(path)).rejects.toThrow(StoreInUse);
    const other = directory();
    await expect(run(other, { port: api.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const again = await run(other);
    await again.stop();
    await stop();
  });

  it('knows new kinds and forgets old ones at its next start, and keeps their objects', async () => {
    const path = directory();
    const first = await run(path);
    await first.client.post(POLICIES, policy('kept'));
    await first.stop();

    const fewer = await run(path, {
      kinds: allKinds.filter(({ kind }) => kind !== 'RoutingPolicy'),
    });
    expect((await fewer.client.get(POLICIES)).status).toBe(404);
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const { body } = await fewer.client.get(definitions);
    expect(body.items.map(({ metadata }) => metadata.name)).not.toContain(
      'routingpolicies.aicp.dev',
    );
    await fewer.stop();

    const again = await run(path);
    const { body: kept } = await again.client.get(`${POLICIES}/kept`);
    expect(kept.spec).toMatchObject({ action: 'permit' });
    await again.stop();
  });

  it('sends a bookmark every twenty seconds to who asked for them', async () => {
    const clock = new ManualClock();
    const { client, stop } = await run(directory(), { clock });
    const resourceVersion = (await client.get(POLICIES)).body.metadata.resourceVersion ?? '';
    const query = { resourceVersion, timeoutSeconds: '3600' };
    const asked = await client.watch(POLICIES, { ...query, allowWatchBookmarks: 'true' });
    const silent = await client.watch(POLICIES, query);
    await clock.advance(19_000);
    const { body: created } = await client.post(POLICIES, policy('between'));
    await clock.advance(1000);
    const [added, bookmark] = await asked.take(2);
    expect(added?.type).toBe('ADDED');
    expect(bookmark?.type).toBe('BOOKMARK');
    expect(bookmark?.object.metadata.resourceVersion).toBe(created.metadata.resourceVersion);
    await clock.advance(3_580_000);
    expect((await silent.take(1)).map(({ type }) => type)).toEqual(['ADDED']);
    expect(await silent.next()).toBeUndefined();
    asked.close();
    await stop();
    expect(clock.sleeping).toBe(0);
  });

  it('takes new certificates before the old ones end, without a restart', async () => {
    const day = 86_400_000;
    const passed = 310 * day;
    const clock = new ManualClock(Date.now() - passed);
    const { api, stop } = await run(directory(), { clock });
    const validTo = async (): Promise<number> => {
      const socket = connect({ host: '127.0.0.1', port: api.port, ca: api.ca });
      await once(socket, 'secureConnect');
      const { valid_to } = socket.getPeerCertificate();
      socket.destroy();
      return Date.parse(valid_to);
    };
    const before = await validTo();
    // The last day alone goes by turn after turn: other work of the server is due each minute.
    clock.jump(passed - day);
    await clock.advance(day);
    await until(async () => (await validTo()) > before, { what: 'the certificate is another' });
    await stop();
  });

  it('answers an empty OpenAPI v2 document for old clients', async () => {
    const { client, stop } = await run(directory());
    const { status, text, headers } = await client.get('/openapi/v2');
    expect([status, text]).toEqual([200, '']);
    expect(headers['content-type']).toContain('protobuf');
    await stop();
  });

  it('ends its watches when it closes', async () => {
    const { api, client } = await run(directory());
    const watch = await client.watch(POLICIES, { resourceVersion: '0', timeoutSeconds: '3600' });
    const started = performance.now();
    await api.close();
    expect(performance.now() - started).toBeLessThan(3000);
    expect(await watch.next()).toBeUndefined();
    await client.close();
  });

  it('refuses bodies of more than three megabytes, and answers on', async () => {
    const { client, stop } = await run(directory());
    const large = policy('large', { spec: { description: 'x'.repeat(4 * 1024 * 1024) } });
    const { status, body } = await client.post(POLICIES, large);
    expect(status).toBe(413);
    expect(body.reason).toBe('RequestEntityTooLarge');
    expect((await client.post(POLICIES, policy('small'))).status).toBe(201);
    await stop();
  });

  it('says by its version that it is not Kubernetes', async () => {
    const { client, stop } = await run(directory());
    const { text } = await client.get('/version');
    expect(JSON.parse(text)).toMatchObject({ gitVersion: 'v1.36.2-aicp-embedded' });
    await stop();
  });

  it('names the user of a token', async () => {
    const { client, stop } = await run(directory());
    const { body } = await client.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
    });
    expect(body.status).toMatchObject({ userInfo: { username: 'admin' } });
    await stop();
  });

  it('keeps what makes a kind single, also in other namespaces', async () => {
    const { client, stop } = await run(directory());
    const namespace = await client.newNamespace('other');
    for (const space of ['default', namespace]) {
      const path = custom(space, 'controlplanes');
      expect((await client.post(path, controlPlane('default'))).status).toBe(201);
      expect((await client.post(path, controlPlane('second'))).status).toBe(422);
    }
    await stop();
  });
});

describe('the kubeconfig', () => {
  it('is one cluster, one user and one context, with the CA and the token in it', () => {
    const text = kubeconfigFor({
      url: 'https://127.0.0.1:16443',
      ca: 'PEM',
      token: TOKEN,
      namespace: 'default',
    });
    expect(parse(text)).toMatchObject({
      kind: 'Config',
      'current-context': 'aicp',
      clusters: [
        {
          name: 'aicp',
          cluster: {
            server: 'https://127.0.0.1:16443',
            'certificate-authority-data': Buffer.from('PEM').toString('base64'),
          },
        },
      ],
      users: [{ name: 'aicp', user: { token: TOKEN } }],
      contexts: [
        { name: 'aicp', context: { cluster: 'aicp', user: 'aicp', namespace: 'default' } },
      ],
    });
  });
});
