import { createHash } from 'node:crypto';
import type { AgentOptions } from 'node:https';
import type { Cluster } from '@kubernetes/client-node';
import type { Dispatcher } from 'undici';
import { KubeConfig } from './client-node/client-node.ts';

type BuildDispatcher = (cluster: Cluster | null, options: AgentOptions) => Dispatcher | undefined;

/**
 * A KubeConfig that keeps its connections. The one of client-node 2 makes a new dispatcher, hence a new TLS connection, for every
 * request as soon as the cluster has a CA. One is kept for each server and set of certificates, so that rotated ones get their own.
 */
export class PooledKubeConfig extends KubeConfig {
  private readonly pool = new Map<string, Dispatcher | undefined>();

  constructor() {
    super();
    // `createDispatcher` is private to TypeScript alone; its own test says if client-node stops calling it.
    const build = Reflect.get(this, 'createDispatcher') as BuildDispatcher;
    const pooled: BuildDispatcher = (cluster, options) => {
      const key = fingerprint(cluster, options);
      if (!this.pool.has(key)) this.pool.set(key, build.call(this, cluster, options));
      return this.pool.get(key);
    };
    Object.defineProperty(this, 'createDispatcher', { value: pooled });
  }

  /** Cuts every connection. */
  async close(): Promise<void> {
    const open = [...this.pool.values()];
    this.pool.clear();
    await Promise.all(open.map(async (dispatcher) => dispatcher?.destroy()));
  }
}

function fingerprint(cluster: Cluster | null, options: AgentOptions): string {
  const { ca, cert, key, pfx, servername, rejectUnauthorized } = options;
  const hash = createHash('sha256');
  const parts = [cluster?.server, cluster?.proxyUrl, servername, String(rejectUnauthorized)];
  hash.update(JSON.stringify([...parts, ...[ca, cert, key, pfx].map(String)]));
  return hash.digest('hex');
}

/** The kubeconfig of a file, or of the pod where no file is named. Throws where neither can be read. */
export function loadKubeConfig(file: string | undefined): PooledKubeConfig {
  const config = new PooledKubeConfig();
  if (file === undefined) config.loadFromCluster();
  else config.loadFromFile(file);
  return config;
}
