/*
 * Makes the vendored schemas anew, after a change of the Kubernetes version or of the kinds that the charts use:
 *   node test/chart/schemas/main.ts <swagger.json of k8s.io/kubernetes> <CRD yaml>...
 * All of them come with Go modules: k8s.io/kubernetes (api/openapi-spec), sigs.k8s.io/gateway-api (config/crd/standard) and
 * github.com/cert-manager/cert-manager (deploy/crds).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  type Definitions,
  type JsonSchema,
  KUBERNETES_FILE,
  OPTIONAL_FILE,
  bareSchema,
  withReferenced,
} from './files.ts';

/** The kinds of Kubernetes itself that the charts make, by their names in the API's document. */
const KINDS = [
  'io.k8s.api.apps.v1.Deployment',
  'io.k8s.api.apps.v1.StatefulSet',
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'io.k8s.api.core.v1.ConfigMap',
  'io.k8s.api.core.v1.Pod',
  'io.k8s.api.core.v1.Secret',
  'io.k8s.api.core.v1.Service',
  'io.k8s.api.core.v1.ServiceAccount',
  'io.k8s.api.networking.v1.Ingress',
  'io.k8s.api.networking.v1.NetworkPolicy',
  'io.k8s.api.policy.v1.PodDisruptionBudget',
  'io.k8s.api.rbac.v1.ClusterRole',
  'io.k8s.api.rbac.v1.ClusterRoleBinding',
  'io.k8s.api.rbac.v1.Role',
  'io.k8s.api.rbac.v1.RoleBinding',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
];

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly storage: boolean;
      readonly schema: { readonly openAPIV3Schema: JsonSchema };
    }[];
  };
}

async function main(swaggerPath: string, crdPaths: readonly string[]): Promise<void> {
  const swagger = JSON.parse(await readFile(swaggerPath, 'utf8')) as {
    definitions: Definitions;
  };
  const definitions = withReferenced(swagger.definitions, KINDS);
  await write(KUBERNETES_FILE, JSON.stringify({ definitions }));
  const optional = await Promise.all(crdPaths.map(optionalApi));
  const sorted = optional.toSorted((a, b) => (a.group + a.kind < b.group + b.kind ? -1 : 1));
  await write(OPTIONAL_FILE, `[\n${sorted.map((one) => JSON.stringify(one)).join(',\n')}\n]`);
}

async function optionalApi(path: string) {
  const { spec } = parse(await readFile(path, 'utf8')) as Crd;
  const version = spec.versions.find((candidate) => candidate.storage);
  if (!version) throw new Error(`${path} has no storage version`);
  const schema = bareSchema(version.schema.openAPIV3Schema);
  return { group: spec.group, version: version.name, kind: spec.names.kind, schema };
}

async function write(name: string, json: string): Promise<void> {
  await writeFile(join(import.meta.dirname, `${name}.json`), `${json}\n`);
}

const [swaggerPath, ...crdPaths] = process.argv.slice(2);
if (swaggerPath === undefined) throw new Error('the path of swagger.json is needed');
await main(swaggerPath, crdPaths);
