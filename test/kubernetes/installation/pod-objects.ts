import { loadBootCopy } from '@aicp/common/snapshot/store';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/**
 * Mounts the Secrets that a gateway may start from in `folder`, as kubelet does. Gives the bytes of the models in it; undefined where
 * the operator has not written it yet.
 */
export async function mountBootCopy(
  client: ApiClient,
  namespace: string,
  folder: string,
): Promise<string | undefined> {
  for (let part = 0; ; part += 1) {
    const path = `/api/v1/namespaces/${namespace}/secrets/aicp-boot-gateway-${part}`;
    const { status, body } = await client.call('GET', path);
    if (status === 404) break;
    const { data } = body as { data: Record<string, string> };
    await mkdir(join(folder, String(part)), { recursive: true });
    for (const [file, bytes] of Object.entries(data)) {
      await writeFile(join(folder, String(part), file), Buffer.from(bytes, 'base64'));
    }
  }
  return (await loadBootCopy(folder))?.contents['models'];
}
