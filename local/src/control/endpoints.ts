import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { ENDPOINT_SLICES } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import { pause, type Clock } from '@aicp/common/time/clock';
import { FIELD_MANAGER } from './first-objects.ts';

export interface Replica {
  /** Service that takes snapshots (`gateway`). */
  readonly service: string;
  /** The replica's own name, as it tells the operator. */
  readonly instance: string;
  readonly port: number;
  readonly isReady: () => boolean;
}

/**
 * The EndpointSlice of a service with one replica on this machine. In a cluster Kubernetes writes these; the operator reads from them
 * which replicas have to hold a snapshot.
 */
export function endpointSlice(
  replica: Omit<Replica, 'isReady'>,
  namespace: string,
  ready: boolean,
) {
  const { service, instance, port } = replica;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: nameOf(service),
      namespace,
      labels: { 'kubernetes.io/service-name': service, 'aicp.dev/snapshot-service': service },
    },
    addressType: 'FQDN',
    endpoints: [
      {
        // A real API server refuses loopback addresses; nobody connects by this one.
        addresses: [`${instance}.localhost`],
        conditions: { ready },
        targetRef: { kind: 'Pod', name: instance },
      },
    ],
    ports: [{ name: 'http', port, protocol: 'TCP' }],
  };
}

const nameOf = (service: string): string => `${service}-local`;

/**
 * Takes away what an earlier start wrote of services that are not started now, so that nobody waits for them. Throws where the API
 * refuses; what was never there is no error.
 */
export async function withdrawEndpoints(
  { api, namespace }: { readonly api: KubernetesApi; readonly namespace: string },
  services: readonly string[],
): Promise<void> {
  for (const service of services) {
    await api.remove(ENDPOINT_SLICES, { namespace, name: nameOf(service) });
  }
}

/** How often a replica that is not ready is looked at, and one that is. */
const EVERY_MS = { starting: 100, ready: 1000 };

/**
 * Keeps the EndpointSlice of a replica true until the signal aborts: looks whether the replica is ready, and writes what changed.
 * What could not be written is tried again at the next turn.
 */
export async function publishEndpoints(options: {
  api: KubernetesApi;
  namespace: string;
  replica: Replica;
  log: Logger;
  clock: Clock;
  signal: AbortSignal;
}): Promise<void> {
  const { api, namespace, replica, log, clock, signal } = options;
  let published: boolean | undefined;
  do {
    const ready = replica.isReady();
    if (ready === published) continue;
    try {
      const slice = endpointSlice(replica, namespace, ready);
      await api.apply(ENDPOINT_SLICES, slice, { fieldManager: FIELD_MANAGER });
      published = ready;
    } catch (error) {
      log.warn({ err: error, service: replica.service }, 'endpoint_slice_not_written');
    }
  } while (await pause(clock, EVERY_MS[published ? 'ready' : 'starting'], signal));
}
