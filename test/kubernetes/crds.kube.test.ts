import { join } from 'node:path';
import { kinds } from '@aicp/crds/kinds';
import { crdName, rootSchema, toCrd } from '@aicp/crds/kit/manifest';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiClient } from './control-plane/api-client.ts';
import { until } from './control-plane/until.ts';
import { crdManifests, installCrds, sharedClient } from './shared/shared-cluster.ts';

const MANIFESTS = join(import.meta.dirname, '../../crds/manifests');
const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const byKind = kinds.map((kind) => [kind.kind, kind] as const);

let client: ApiClient;
let kubectl: Kubectl;

beforeAll(async () => {
  client = sharedClient();
  kubectl = await Kubectl.open(inject('cluster').adminKubeconfigPath, 'default');
  await installCrds(client);
});

afterAll(async () => {
  await kubectl.close();
  await client.close();
});

interface Crd {
  readonly metadata: { readonly generation: number };
  readonly spec: unknown;
  readonly status: {
    readonly conditions: { readonly type: string; readonly status: string; message: string }[];
  };
}

describe('the CRDs on a real API server', () => {
  it.each(byKind)(
    '%s is established under its names, and its schema is structural',
    async (_, kind) => {
      const { status } = await client.ok<Crd>('GET', `${PATH}/${crdName(kind)}`);
      const conditions = Object.fromEntries(status.conditions.map((c) => [c.type, c.status]));
      expect(conditions).toEqual({ NamesAccepted: 'True', Established: 'True' });
    },
  );

  it('are kept as they were written: the server drops no field of a schema', async () => {
    for (const kind of kinds) {
      const stored = await client.ok<Crd>('GET', `${PATH}/${crdName(kind)}`);
      expect(stored.spec).toMatchObject(JSON.parse(JSON.stringify(toCrd(kind).spec)) as object);
    }
  });

  it('apply from the client, and again without a change', async () => {
    const first = await kubectl.run(['apply', '-f', MANIFESTS]);
    expect(first.code, first.stderr).toBe(0);
    const again = await kubectl.run(['apply', '-f', MANIFESTS]);
    expect(again.stdout.trim().split('\n')).toEqual(
      kinds
        .map((kind) => `customresourcedefinition.apiextensions.k8s.io/${crdName(kind)} unchanged`)
        .toSorted(),
    );
  });

  it('apply from the server, taking over from the client, and change nothing', async () => {
    const before = await generations();
    const { code, stderr } = await kubectl.run(['apply', '--server-side', '-f', MANIFESTS]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(await generations()).toEqual(before);
  });
});

async function generations(): Promise<number[]> {
  const crds = await crdManifests();
  const stored = crds.map(({ metadata }) => client.ok<Crd>('GET', `${PATH}/${metadata.name}`));
  return (await Promise.all(stored)).map(({ metadata }) => metadata.generation);
}

interface OpenApiSchema {
  readonly description?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema;
  readonly items?: OpenApiSchema;
}
interface OpenApiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, OpenApiSchema>> };
}

/** Each field below `schema`, as `kubectl explain` names it, with what it should say. */
function* fields(schema: StructuralSchema, path: string): Generator<[string, StructuralSchema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, field];
    yield* fields(field.items ?? field, `${path}.${name}`);
  }
}

function everyField(kind: KindDefinition): [string, StructuralSchema][] {
  const { spec = {}, status = {} } = rootSchema(kind).properties ?? {};
  return [...fields(spec, 'spec'), ...fields(status, 'status')];
}

/** The published schema of a field; undefined where there is none. */
function published(root: OpenApiSchema, path: string): OpenApiSchema | undefined {
  return path.split('.').reduce<OpenApiSchema | undefined>((at, name) => {
    return (at?.items ?? at)?.properties?.[name];
  }, root);
}

const DOCUMENT = 'apis/aicp.dev/v1alpha1';
const schemaOf = (document: OpenApiDocument, kind: KindDefinition): OpenApiSchema | undefined =>
  document.components?.schemas?.[`dev.aicp.v1alpha1.${kind.kind}`];

/** The OpenAPI document of our group. The server publishes it, and lists it, a moment after the CRDs are established. */
async function openApi(): Promise<OpenApiDocument> {
  return await until(
    async () => {
      const index = await client.ok<{ paths: Record<string, unknown> }>('GET', '/openapi/v3');
      if (!index.paths[DOCUMENT]) return undefined;
      const document = await client.ok<OpenApiDocument>('GET', `/openapi/v3/${DOCUMENT}`);
      return kinds.every((kind) => schemaOf(document, kind)) ? document : undefined;
    },
    { what: 'the schemas of all kinds are published' },
  );
}

describe('kubectl explain', () => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    document = await openApi();
  });

  it.each(byKind)('knows every field of %s with its description', (_, kind) => {
    const root = schemaOf(document, kind)!;
    const said = everyField(kind).map(([path]) => [path, published(root, path)?.description]);
    const meant = everyField(kind).map(([path, { description }]) => [path, description]);
    expect(said).toEqual(meant);
  });

  it.each(byKind)('lists every field of %s', async (_, kind) => {
    const { stdout, stderr } = await kubectl.run(['explain', kind.plural, '--recursive']);
    expect(stderr).toBe('');
    const listed = new Set(stdout.split('\n').map((line) => line.trim().split(/\s/)[0]));
    const names = everyField(kind).map(([path]) => path.split('.').at(-1));
    expect(names.filter((name) => !listed.has(name))).toEqual([]);
  });

  it.each(byKind)('explains a field of %s by its path', async (_, kind) => {
    const deepest = everyField(kind).toSorted((a, b) => depth(b[0]) - depth(a[0]))[0]!;
    const [path, { description }] = deepest;
    const { stdout, stderr } = await kubectl.run(['explain', `${kind.singular}.${path}`]);
    expect(stderr).toBe('');
    expect(words(stdout)).toContain(words(description ?? ''));
  });
});

const depth = (path: string): number => path.split('.').length;
const words = (text: string): string => text.replaceAll(/\s+/g, ' ');
