import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { kubernetesContract } from '@aicp/test/contract/contract';
import type { ContractServer } from '@aicp/test/contract/contract-server';
import { afterAll, beforeAll, describe } from 'vitest';
import { kubeconfigFor } from './kubeconfig.ts';
import { startKubernetesApi, type KubernetesApi } from './start-kubernetes-api.ts';

const TOKEN = 'contract-token-of-twenty-characters';

describe('the embedded Kubernetes API', () => {
  let directory: string;
  let api: KubernetesApi;
  let server: ContractServer;

  const start = (port: number): Promise<KubernetesApi> =>
    startKubernetesApi({
      dataDirectory: join(directory, 'data'),
      host: '127.0.0.1',
      port,
      log: createLogger({ service: 'kubernetes', level: 'error' }),
      clock: systemClock,
      tokens: new Map([[TOKEN, 'admin']]),
    });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'aicp-contract-'));
    api = await start(0);
    const kubeconfigPath = join(directory, 'kubeconfig');
    const { url, ca, port } = api;
    const kubeconfig = kubeconfigFor({ url, ca, token: TOKEN, namespace: 'default' });
    await writeFile(kubeconfigPath, kubeconfig, { mode: 0o600 });
    const restart = async (): Promise<void> => {
      await api.close();
      api = await start(port);
    };
    server = { url, ca, token: TOKEN, kubeconfigPath, restart };
  });

  afterAll(async () => {
    await api.close();
    await rm(directory, { recursive: true });
  });

  kubernetesContract({
    server: () => server,
    controllers: true,
    watchList: true,
    decimals: 'IntOrString',
  });
});
