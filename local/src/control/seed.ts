import { existsSync } from 'node:fs';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { replaceFile } from '@aicp/common/files/write-file';
import type { KubernetesClient } from '../client/kubernetes-client.ts';

const object = (kind: string, name: string, spec: object) => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name },
  spec,
});

/** Two models that answer without any provider's key, so that the first request works. */
export const FIRST_OBJECTS = [
  object('Provider', 'simulated', {
    displayName: 'Simulation',
    type: 'simulated',
    simulation: { latencyMs: 20, firstTokenMs: 20, tokensPerSecond: 200, outputTokens: 24 },
  }),
  object('Model', 'sim-small', {
    modelId: 'sim-small',
    displayName: 'Simulated, small',
    provider: 'simulated',
    tier: 'budget',
    inputPricePerMillion: '0.10',
    outputPricePerMillion: '0.40',
  }),
  object('Model', 'sim-large', {
    modelId: 'sim-large',
    displayName: 'Simulated, large',
    provider: 'simulated',
    tier: 'premium',
    inputPricePerMillion: 2,
    outputPricePerMillion: 8,
    fallbacks: ['sim-small'],
  }),
];

/** Writes an object by server-side apply, as `aicp`. */
export async function applyObject(
  client: KubernetesClient,
  body: { kind: string; metadata: { name: string } },
): Promise<void> {
  const resource = await client.resource(body.kind);
  if (!resource) throw new Error(`the API has no kind ${body.kind}`);
  const path = `${client.pathOf(resource, body.metadata.name)}?fieldManager=aicp&force=true`;
  await client.call('PATCH', path, { body, contentType: 'application/apply-patch+yaml' });
}

/** Makes the first objects, once in the life of a data directory: what a person deletes stays deleted. */
export async function seedOnce(client: KubernetesClient, marker: string): Promise<void> {
  if (existsSync(marker)) return;
  for (const body of FIRST_OBJECTS) await applyObject(client, body);
  await replaceFile(marker, `${new Date().toISOString()}\n`);
}
