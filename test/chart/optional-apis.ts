import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPTIONAL_FILE } from './schemas/files.ts';

interface Vendored {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: object;
}

/** CRDs of the optional APIs that the chart can use (cert-manager, the Prometheus operator, the Gateway API), for an API server of a test. */
export async function optionalCrds() {
  const file = join(import.meta.dirname, 'schemas', `${OPTIONAL_FILE}.json`);
  const vendored = JSON.parse(await readFile(file, 'utf8')) as Vendored[];
  return vendored.map(crdOf);
}

function crdOf({ group, version, kind, schema }: Vendored) {
  const singular = kind.toLowerCase();
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${singular}s.${group}`,
      // Groups of the Kubernetes project are protected: whoever adds to one says who approved it.
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for a test' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular },
      versions: [
        { name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } },
      ],
    },
  };
}
