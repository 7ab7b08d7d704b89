import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { ApiClient, type ApiObject } from '../control-plane/api-client.ts';
import {
  type Manifest,
  applyAll,
  parseManifests,
  untilCustomResourcesAreServed,
} from '../control-plane/manifest.ts';

/** A client of the API server that all test files share, as admin. Close it. */
export const sharedClient = (): ApiClient => new ApiClient(inject('cluster'));

/** Makes a namespace for a test file of its own, and answers its name. It goes with the server. */
export async function newNamespace(client: ApiClient): Promise<string> {
  const name = `test-${randomBytes(4).toString('hex')}`;
  await client.ok('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
  return name;
}

const MANIFESTS = join(import.meta.dirname, '../../../crds/manifests/aicp.dev.yaml');

/** The CRDs of all our kinds, as `make generate` wrote them. */
export const crdManifests = async (): Promise<Manifest[]> =>
  parseManifests(await readFile(MANIFESTS, 'utf8'));

/** Installs our CRDs where they are not, and resolves once objects of each kind can be made. */
export async function installCrds(client: ApiClient): Promise<void> {
  await applyAll(client, await crdManifests(), { fieldManager: 'install' });
  await untilCustomResourcesAreServed(client);
}

interface Schema {
  readonly properties?: Record<string, Schema>;
}

interface Crd extends ApiObject {
  readonly spec: { readonly versions: readonly { readonly schema: { openAPIV3Schema: Schema } }[] };
}

/** Puts a CRD back to a version that did not have this field of the spec yet. `name`: `models.aicp.dev`. */
export async function installOlderCrd(
  client: ApiClient,
  name: string,
  field: string,
): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
  const crd = structuredClone(await client.ok<Crd>('GET', path));
  for (const { schema } of crd.spec.versions) {
    delete schema.openAPIV3Schema.properties?.['spec']?.properties?.[field];
  }
  const annotations = {
    ...crd.metadata.annotations,
    'aicp.dev/schema-hash': 'of an older version',
  };
  await client.ok('PUT', path, { body: { ...crd, metadata: { ...crd.metadata, annotations } } });
}
