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
import type { LoopServer } from './loop-cluster.ts';

const TOKEN = 'a-token-of-the-loop-test';
const NAMESPACES = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' };

/** An embedded API in a folder of its own, with as many namespaces as are asked for. */
export class EmbeddedServer {
  private readonly folder: string;
  private api: KubernetesApi;
  private namespaces = 0;

  private constructor(folder: string, api: KubernetesApi) {
    this.folder = folder;
    this.api = api;
  }

  static async start(): Promise<EmbeddedServer> {
    const folder = await mkdtemp(join(tmpdir(), 'aicp-loop-'));
    return new EmbeddedServer(folder, await serve(folder, 0));
  }

  /** A namespace that nobody has used. */
  async namespace(): Promise<LoopServer> {
    const namespace = `loop-${(this.namespaces += 1)}`;
    const config = this.connect('default');
    await new KubernetesClient(config, 'loop-test').create(NAMESPACES, {
      metadata: { name: namespace },
    });
    await config.close();
    return { namespace, connect: () => this.connect(namespace) };
  }

  /** Ends it, and starts it again at the same address. */
  async restart(): Promise<void> {
    const { port } = this.api;
    await this.api.close();
    this.api = await serve(this.folder, port);
  }

  async stop(): Promise<void> {
    await this.api.close();
    await rm(this.folder, { recursive: true });
  }

  private connect(namespace: string): PooledKubeConfig {
    const { url, ca } = this.api;
    const config = new PooledKubeConfig();
    config.loadFromString(kubeconfigFor({ url, ca, token: TOKEN, namespace }));
    return config;
  }
}

const serve = (dataDirectory: string, port: number): Promise<KubernetesApi> =>
  startKubernetesApi({
    dataDirectory,
    host: '127.0.0.1',
    port,
    log: recordingLog().log,
    clock: systemClock,
    tokens: new Map([[TOKEN, 'admin']]),
  });
