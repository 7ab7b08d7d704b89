import { createHash } from 'node:crypto';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { Json, JsonObject } from '../objects/object.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { fields, objectMeta } from '../objects/object-meta.ts';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const LIST_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
const INT_OR_STRING = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString';
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Query parameters by which kubectl sees what the server can do (dry runs, strict validation). */
const WRITE_PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
  name,
  in: 'query',
  schema: { type: 'string', uniqueItems: true },
}));

const pathOf = (type: ResourceType): string =>
  type.group ? `apis/${apiVersionOf(type)}` : `api/${type.version}`;

/** A schema as OpenAPI has it: metadata by reference, patch strategies beside list types. */
function published(schema: StructuralSchema): JsonObject {
  const { properties, items, additionalProperties, ...rest } = schema;
  const out = structuredClone(rest) as JsonObject;
  // kubectl explain calls what has no type an object, and what refers to a schema by that schema's name.
  if (schema['x-kubernetes-int-or-string']) out['allOf'] = [ref(INT_OR_STRING)];
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'map' || listType === 'set') out['x-kubernetes-patch-strategy'] = 'merge';
  const key = schema['x-kubernetes-list-map-keys']?.[0];
  if (key) out['x-kubernetes-patch-merge-key'] = key;
  if (properties) {
    const entries = Object.entries(properties).map(([name, child]) => [name, member(child)]);
    out['properties'] = Object.fromEntries(entries) as JsonObject;
  }
  if (items) out['items'] = published(items);
  if (additionalProperties) out['additionalProperties'] = published(additionalProperties);
  return out;
}

function member(schema: StructuralSchema): Json {
  if (schema !== objectMeta) return published(schema);
  return { description: schema.description ?? '', allOf: [ref(OBJECT_META)], default: {} };
}

const intOrString: JsonObject = {
  description: 'A number, or text.',
  oneOf: [{ type: 'integer' }, { type: 'string' }],
};

/** What a kind adds to the document of its version: its schemas and its paths. */
function describe(type: ResourceType) {
  const { group, version, kind, listKind, plural } = type;
  const name = `${(group || 'core.api.k8s.io').split('.').reverse().join('.')}.${version}.${kind}`;
  const kinds = 'x-kubernetes-group-version-kind';
  const operation = (action: string, more: JsonObject = {}): JsonObject => ({
    responses: {
      '200': { description: 'OK', content: { 'application/json': { schema: ref(name) } } },
    },
    'x-kubernetes-action': action,
    [kinds]: { group, version, kind },
    ...more,
  });
  const write = (verb: 'create' | 'update' | 'patch', method: string): JsonObject =>
    type.verbs.includes(verb)
      ? { [method]: operation(method, { parameters: WRITE_PARAMETERS }) }
      : {};
  const collection = `/${pathOf(type)}/${type.namespaced ? 'namespaces/{namespace}/' : ''}${plural}`;
  const items = { type: 'array', items: ref(name) };
  const list = { ...fields('apiVersion kind'), description: `A list of ${kind}.` };
  return {
    schemas: {
      [name]: { ...published(type.schema), [kinds]: [{ group, version, kind }] },
      [`${name}List`]: {
        ...list,
        properties: { ...(list.properties as JsonObject), metadata: ref(LIST_META), items },
        [kinds]: [{ group, version, kind: listKind }],
      },
    },
    paths: {
      [collection]: { get: operation('list'), ...write('create', 'post') },
      [`${collection}/{name}`]: {
        get: operation('get'),
        ...write('update', 'put'),
        ...write('patch', 'patch'),
      },
    },
  };
}

function documentOf(types: readonly ResourceType[]): JsonObject {
  const parts = types.map(describe);
  const listMeta = published(fields('continue remainingItemCount:int resourceVersion'));
  const schemas = {
    [OBJECT_META]: published({ ...objectMeta }),
    [LIST_META]: listMeta,
    [INT_OR_STRING]: intOrString,
  };
  return {
    openapi: '3.0.0',
    info: { title: 'AI control plane, embedded Kubernetes API', version: 'v1' },
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)) as JsonObject,
    components: {
      schemas: Object.assign(schemas, ...parts.map((part) => part.schemas)) as JsonObject,
    },
  };
}

/** The OpenAPI v3 documents, one a group and version, made once. */
export class OpenApiDocuments {
  readonly #documents: ReadonlyMap<string, string>;
  /** `/openapi/v3`: where each document is; the address changes with the contents. */
  readonly index: JsonObject;

  constructor(types: readonly ResourceType[]) {
    const byPath = [...Map.groupBy(types, pathOf)];
    this.#documents = new Map(byPath.map(([path, all]) => [path, JSON.stringify(documentOf(all))]));
    const entries = [...this.#documents].map(([path, text]) => {
      const hash = createHash('sha256').update(text).digest('hex').toUpperCase();
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const;
    });
    this.index = { paths: Object.fromEntries(entries) };
  }

  /** The document of `api/v1` or `apis/<group>/<version>`, as JSON. */
  find(path: string): string | undefined {
    return this.#documents.get(path);
  }
}
