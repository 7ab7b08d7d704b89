import type { ApiClient } from '../control-plane/api-client.ts';
import { applyAll } from '../control-plane/manifest.ts';

export interface PodOptions {
  readonly namespace: string;
  readonly name: string;
  readonly serviceAccount: string;
}

/** What tokens are bound to. */
export interface Pod {
  readonly name: string;
  readonly uid: string;
}

/**
 * Makes the Pod object of a replica that we run as a process ourselves: nothing starts it, but tokens can be bound to it, as kubelet
 * binds those that it projects.
 */
export async function createPod(client: ApiClient, options: PodOptions): Promise<Pod> {
  const { namespace, name, serviceAccount } = options;
  const { metadata } = await client.ok('POST', `/api/v1/namespaces/${namespace}/pods`, {
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels: { 'app.kubernetes.io/name': serviceAccount } },
      spec: { serviceAccountName: serviceAccount, containers: [{ name: 'main', image: 'none' }] },
    },
  });
  return { name, uid: metadata.uid ?? '' };
}

export interface Endpoint {
  /** Name of the pod. */
  readonly pod: string;
  readonly ready: boolean;
}

/** Writes which pods stand behind a service, as a cluster's controllers do: the operator waits for the ready ones among them. */
export async function writeEndpointSlice(
  client: ApiClient,
  options: {
    readonly namespace: string;
    readonly service: string;
    /** As the chart labels the Service, whose labels its slices copy. */
    readonly snapshotService: string;
    readonly endpoints: readonly Endpoint[];
    readonly port: number;
  },
): Promise<void> {
  const { namespace, service, snapshotService, endpoints, port } = options;
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${service}-test`,
      namespace,
      labels: {
        'kubernetes.io/service-name': service,
        'aicp.dev/snapshot-service': snapshotService,
      },
    },
    addressType: 'IPv4',
    endpoints: endpoints.map(({ pod, ready }, index) => ({
      addresses: [`10.0.0.${index + 1}`],
      conditions: { ready },
      targetRef: { kind: 'Pod', name: pod, namespace },
    })),
    ports: [{ name: 'http', port, protocol: 'TCP' }],
  };
  await applyAll(client, [slice], { fieldManager: 'endpointslice-controller' });
}
