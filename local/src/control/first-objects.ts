import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { replaceFile } from '@aicp/common/files/replace-file';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { KubernetesObject, ResourceType } from '@aicp/common/kubernetes/objects';
import { kindNamed } from '@aicp/crds/kinds';
import { API_VERSION, GROUP, VERSION } from '@aicp/crds/kit/kind';

export const FIELD_MANAGER = 'aicp';

/** One of our kinds as a resource of the API. */
export const resourceOf = (kind: string): ResourceType => ({
  group: GROUP,
  version: VERSION,
  plural: kindNamed(kind).plural,
  kind,
});

const object = (kind: string, name: string, spec: Record<string, unknown>) => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name },
  spec,
});

/** Two models that answer without any provider's key, so that the first request works, and the settings. */
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
    tier: 'standard',
    inputPricePerMillion: 2,
    outputPricePerMillion: 8,
    fallbacks: ['sim-small'],
  }),
  // Requests and workflows that name no model.
  object('ControlPlane', 'default', { defaultModel: 'sim-small' }),
];

const OWN_FORMAT = /^aicp_/;

/** The object that makes the bootstrap key known to the gateway and the admin API. */
export function bootstrapKeyObject(key: string) {
  return {
    apiVersion: API_VERSION,
    kind: 'APIKey',
    metadata: { name: 'bootstrap-admin' },
    spec: {
      displayName: 'Bootstrap administrator',
      keyHash: createHash('sha256').update(key).digest('hex'),
      ...(OWN_FORMAT.test(key) ? { keyPrefix: key.slice(0, 12) } : {}),
      role: 'platform_admin',
    },
  };
}

export interface Installation {
  readonly api: KubernetesApi;
  readonly namespace: string;
}

/** Writes one of our objects into the installation's namespace. */
export async function writeObject(
  { api, namespace }: Installation,
  body: ReturnType<typeof object>,
): Promise<void> {
  const placed: KubernetesObject = { ...body, metadata: { ...body.metadata, namespace } };
  await api.apply(resourceOf(body.kind), placed, { fieldManager: FIELD_MANAGER });
}

/** Makes the first objects, once in the life of a data directory: what a person deletes stays deleted. */
export async function makeFirstObjects(installation: Installation, marker: string): Promise<void> {
  if (existsSync(marker)) return;
  for (const body of FIRST_OBJECTS) await writeObject(installation, body);
  await replaceFile(marker, `${new Date().toISOString()}\n`);
}
