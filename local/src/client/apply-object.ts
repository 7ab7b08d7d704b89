import { KubernetesRefusal, type KubernetesClient } from './kubernetes-client.ts';

/** Writes an object by server-side apply, as `aicp`. Throws a KubernetesRefusal where the API refuses it. */
export async function applyObject(
  client: KubernetesClient,
  body: { kind: string; metadata: { name: string } },
): Promise<void> {
  const resource = await client.resource(body.kind);
  if (!resource) throw new KubernetesRefusal(404, `the API has no kind ${body.kind}`);
  const path = `${client.pathOf(resource, body.metadata.name)}?fieldManager=aicp&force=true`;
  await client.call('PATCH', path, { body, contentType: 'application/apply-patch+yaml' });
}
