import type { ApiClient, ApiObject } from '../control-plane/api-client.ts';

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
