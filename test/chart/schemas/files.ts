import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GROUP, VERSION } from '@aicp/crds/kit/kind';
import { rootSchema } from '@aicp/crds/kit/manifest';
import { kinds } from '@aicp/crds/kinds';
import { strictSchema, type Definitions, type JsonSchema } from './json-schema.ts';

/** Name, without its ending, of the vendored file with the schemas of Kubernetes itself. */
export const KUBERNETES_FILE = 'kubernetes-1.36';

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
  const files = (await readdir(import.meta.dirname)).filter((file) => /_.*\.json$/.test(file));
  return await Promise.all(
    files.map(async (file) => {
      const read = await readVendored<KindSchema>(file);
      return { ...read, schema: withMetadata(strictSchema(read.schema)) };
    }),
  );
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
