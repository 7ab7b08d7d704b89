import { kinds } from '@aicp/crds/kinds';
import { GROUP, VERSION } from '@aicp/crds/kit/kind';
import { rootSchema } from '@aicp/crds/kit/manifest';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name, without its ending, of the vendored file with the schemas of Kubernetes itself. */
export const KUBERNETES_FILE = 'kubernetes-1.36';

/** Name of the one with the schemas of the optional APIs that the charts can use. */
export const OPTIONAL_FILE = 'optional-apis';

/** Where kubeconform finds the schema of a kind, in the folder that writeSchemas fills. */
export const SCHEMA_LOCATION = '{{ .ResourceKind }}{{ .KindSuffix }}.json';

interface KindSchema {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: JsonSchema;
}

/** Writes a strict schema for every kind that the charts may make, those of our own included, for kubeconform. */
export async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const schemas = [...(await builtIn()), ...(await vendored()), ...own()];
  for (const { group, version, kind, schema } of schemas) {
    const prefix = group === '' ? '' : `-${group.split('.')[0]?.toLowerCase() ?? ''}`;
    const file = `${kind.toLowerCase()}${prefix}-${version}.json`;
    await writeFile(join(folder, file), JSON.stringify(schema));
  }
}

async function builtIn(): Promise<KindSchema[]> {
  const { definitions } = await readVendored<{ definitions: Definitions }>(
    `${KUBERNETES_FILE}.json`,
  );
  const strict: Definitions = {
    ...Object.fromEntries(
      Object.entries(definitions).map(([name, schema]) => [name, strictSchema(schema)]),
    ),
    // The document says string; the API takes numbers too.
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
  };
  return Object.entries(definitions).flatMap(([name, { properties }]) => {
    const kind = name.split('.').at(-1) ?? '';
    const isKind = properties?.['kind'] !== undefined && properties['metadata'] !== undefined;
    if (!isKind) return [];
    return [{ ...groupOf(name), kind, schema: { ...strict[name], definitions: strict } }];
  });
}

/** `io.k8s.api.apps.v1.Deployment` is of group apps; that of a name with more than one part does not matter to kubeconform. */
function groupOf(name: string): { group: string; version: string } {
  const [version = '', group = ''] = name.split('.').slice(0, -1).toReversed();
  return { group: group === 'core' ? '' : group, version };
}

async function vendored(): Promise<KindSchema[]> {
  const read = await readVendored<KindSchema[]>(`${OPTIONAL_FILE}.json`);
  return read.map((one) => ({ ...one, schema: withMetadata(strictSchema(one.schema)) }));
}

const own = (): KindSchema[] =>
  kinds.map((kind) => ({
    group: GROUP,
    version: VERSION,
    kind: kind.kind,
    schema: withMetadata(strictSchema(rootSchema(kind) as unknown as JsonSchema)),
  }));

/** A CRD leaves metadata to the API server. */
const withMetadata = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, metadata: { type: 'object' } },
});

async function readVendored<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(join(import.meta.dirname, file), 'utf8')) as T;
}

/** As much of JSON schema as the API's documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [keyword: string]: unknown;
}

export type Definitions = Readonly<Record<string, JsonSchema>>;

const REFERENCE = '#/definitions/';

/** Keywords that say something to readers or to the API server alone. `default` is kept by neither. */
const isDropped = (keyword: string): boolean =>
  ['description', 'default', 'example', 'externalDocs'].includes(keyword) ||
  (keyword.startsWith('x-kubernetes-') &&
    !['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'].includes(keyword));

/** The schema without descriptions and extensions. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !isDropped(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, bareValue(keyword, value)]));
}

function bareValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return mapValues(value as Definitions, bareSchema);
  if (Array.isArray(value)) return value.map((item: unknown) => bareValue('', item));
  return isSchema(value) ? bareSchema(value) : value;
}

/** The named definitions and all that they refer to, bare. Throws where one is absent. */
export function withReferenced(all: Definitions, names: readonly string[]): Definitions {
  const found = new Map<string, JsonSchema>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const definition = all[name];
    if (!definition) throw new Error(`no definition ${name}`);
    found.set(name, bareSchema(definition));
    waiting.push(...referencesOf(definition));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (!isSchema(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref.slice(REFERENCE.length)] : [];
  return [...own, ...Object.values(value).flatMap(referencesOf)];
}

/** The schema as kubeconform needs it: unknown fields are refused, and what may be a number or a string is. */
export function strictSchema(schema: JsonSchema): JsonSchema {
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) {
    return { anyOf: [{ type: 'integer' }, { type: 'string' }] };
  }
  if (schema.type === 'string' && schema.format === 'quantity') return {};
  const strict = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, strictValue(keyword, value)]),
  );
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (!schema.properties || schema.additionalProperties !== undefined || open) return strict;
  return { ...strict, additionalProperties: false };
}

function strictValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return mapValues(value as Definitions, strictSchema);
  if (keyword === 'items' || keyword === 'additionalProperties') {
    return isSchema(value) ? strictSchema(value) : value;
  }
  return value;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** CRDs of the optional APIs that the chart can use (cert-manager, the Prometheus operator, the Gateway API), for an API server of a test. */
export async function optionalCrds() {
  return (await readVendored<KindSchema[]>(`${OPTIONAL_FILE}.json`)).map(crdOf);
}

function crdOf({ group, version, kind, schema }: KindSchema) {
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
