import type { Logger } from '@aicp/common/log/logger';
import type { KubernetesClient } from '../client/kubernetes-client.ts';
import { probe } from '../client/probe.ts';

export interface Replica {
  /** Service that takes snapshots (`gateway`). */
  readonly service: string;
  /** The replica's own name, as it tells the operator. */
  readonly instance: string;
  readonly port: number;
}

/**
 * The EndpointSlice of a service with one replica on this machine. In a cluster Kubernetes writes these; the operator reads from them
 * which replicas have to hold a snapshot.
 */
export function endpointSlice(replica: Replica, ready: boolean) {
  const { service, instance, port } = replica;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${service}-local`,
      labels: { 'kubernetes.io/service-name': service, 'aicp.dev/snapshot-service': service },
    },
    addressType: 'IPv4',
    endpoints: [
      {
        addresses: ['127.0.0.1'],
        conditions: { ready },
        targetRef: { kind: 'Pod', name: instance },
      },
    ],
    ports: [{ name: 'http', port, protocol: 'TCP' }],
  };
}

/** Keeps the EndpointSlice of a replica true: asks the replica whether it is ready, and writes what changed. */
export class EndpointPublisher {
  private readonly client: KubernetesClient;
  private readonly replica: Replica;
  private readonly log: Logger;
  private published: boolean | undefined;
  private busy = false;

  constructor(options: { client: KubernetesClient; replica: Replica; log: Logger }) {
    this.client = options.client;
    this.replica = options.replica;
    this.log = options.log;
  }

  /** Runs until the signal aborts. */
  start(signal: AbortSignal, everyMs = 100): void {
    const timer = setInterval(() => void this.publish(), everyMs);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  private async publish(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const { ready } = await probe(`http://127.0.0.1:${this.replica.port}/health/readiness`);
      if (ready !== this.published) await this.write(ready);
    } catch (error) {
      this.log.warn({ err: error }, 'endpoint_slice_not_written');
    } finally {
      this.busy = false;
    }
  }

  private async write(ready: boolean): Promise<void> {
    const body = endpointSlice(this.replica, ready);
    const collection = `/apis/discovery.k8s.io/v1/namespaces/${this.client.namespace}/endpointslices`;
    await this.client.call(
      'PATCH',
      `${collection}/${body.metadata.name}?fieldManager=aicp&force=true`,
      {
        body,
        contentType: 'application/apply-patch+yaml',
      },
    );
    this.published = ready;
  }
}
