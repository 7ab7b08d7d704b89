import { replaceFile } from '@aicp/common/files/replace-file';
import { KubernetesClient } from '@aicp/common/kubernetes/client';
import { PooledKubeConfig } from '@aicp/common/kubernetes/pooled-kube-config';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import type { DataPaths } from '../data/paths.ts';
import type { Tokens } from '../data/secrets.ts';
import { kubeconfigFor } from '../kubernetes/kubeconfig.ts';
import { startKubernetesApi } from '../kubernetes/start-kubernetes-api.ts';
import type { ControlEnvironment } from './environment.ts';

/** The Kubernetes API of an installation: the embedded one, or a cluster's. */
export interface Kubernetes {
  readonly address: string;
  readonly namespace: string;
  readonly kubeConfig: PooledKubeConfig;
  readonly api: KubernetesClient;
  close(): Promise<void>;
}

/** Starts the embedded API and writes the kubeconfig that people use; or connects to the cluster of AICP_KUBECONFIG. */
export async function openKubernetes(
  environment: ControlEnvironment,
  paths: DataPaths,
  tokens: Tokens,
): Promise<Kubernetes> {
  const kubeConfig = new PooledKubeConfig();
  if (environment.AICP_KUBECONFIG !== undefined) {
    kubeConfig.loadFromFile(environment.AICP_KUBECONFIG);
    return connected(kubeConfig, () => Promise.resolve());
  }
  const server = await startKubernetesApi({
    dataDirectory: paths.kubernetes,
    host: '127.0.0.1',
    port: environment.AICP_KUBERNETES_PORT,
    log: createLogger({ service: 'kubernetes', level: environment.AICP_LOG_LEVEL }),
    clock: systemClock,
    tokens: new Map([
      [tokens.person, 'admin'],
      [tokens.operator, 'aicp-operator'],
    ]),
  });
  const kubeconfig = (token: string): string =>
    kubeconfigFor({ url: server.url, ca: server.ca, token, namespace: 'default' });
  await replaceFile(paths.kubeconfig, kubeconfig(tokens.person));
  kubeConfig.loadFromString(kubeconfig(tokens.operator));
  return connected(kubeConfig, () => server.close());
}

function connected(kubeConfig: PooledKubeConfig, closeServer: () => Promise<void>): Kubernetes {
  const context = kubeConfig.getContextObject(kubeConfig.getCurrentContext());
  return {
    address: kubeConfig.getCurrentCluster()?.server ?? '',
    namespace: context?.namespace ?? 'default',
    kubeConfig,
    api: new KubernetesClient(kubeConfig, 'aicp-operator'),
    close: async () => {
      await kubeConfig.close();
      await closeServer();
    },
  };
}
