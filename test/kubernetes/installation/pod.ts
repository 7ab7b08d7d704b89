import type { ApiClient } from '../control-plane/api-client.ts';

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
