import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { kubeconfigFor } from '@aicp/local/kubernetes/kubeconfig';
import {
  startKubernetesApi,
  type KubernetesApi,
} from '@aicp/local/kubernetes/start-kubernetes-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureLatency } from './latency.ts';
import { loopCases } from './loop-cases.ts';
import type { LoopServer } from './loop-cluster.ts';

const TOKEN = 'a-token-of-the-loop-test';
let folder = '';
let api: KubernetesApi;
let namespaces = 0;

const start = (port: number): Promise<KubernetesApi> =>
  startKubernetesApi({
    dataDirectory: folder,
    host: '127.0.0.1',
    port,
    log: recordingLog().log,
    clock: systemClock,
    tokens: new Map([[TOKEN, 'admin']]),
  });

function connect(namespace: string): PooledKubeConfig {
  const config = new PooledKubeConfig();
  config.loadFromString(kubeconfigFor({ url: api.url, ca: api.ca, token: TOKEN, namespace }));
  return config;
}

const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' };

async function server(): Promise<LoopServer> {
  const namespace = `loop-${(namespaces += 1)}`;
  const config = connect('default');
  await new KubernetesClient(config, 'loop-test').create(NAMESPACES, {
    metadata: { name: namespace },
  });
  await config.close();
  return { namespace, connect: () => connect(namespace) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aicp-loop-'));
  api = await start(0);
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

loopCases({
  server,
  restart: async () => {
    const { port } = api;
    await api.close();
    api = await start(port);
  },
});

it('brings a change to the last of three replicas within a second among 1,000 objects', async () => {
  const { p99Ms } = await measureLatency(await server(), {
    objects: 1_000,
    changes: 30,
    replicas: 3,
  });
  expect(p99Ms).toBeLessThan(1_000);
}, 120_000);
