import { createHash } from 'node:crypto';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { Json, JsonObject } from '../object.ts';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.ts';
import { objectMeta } from '../schema/object-meta.ts';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const LIST_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string): JsonObject => ({
  name,
  in: 'query',
  schema: { type: 'string', uniqueItems: true },
});

/** Query parameters by which kubectl sees what the server can do (dry runs, strict validation). */
const WRITE_PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation'].map(parameter);

const schemaName = (type: ResourceType): string => {
  const group = type.group || 'core.api.k8s.io';
  return `${group.split('.').reverse().join('.')}.${type.version}.${type.kind}`;
};

const groupVersionKind = (type: ResourceType, kind = type.kind): JsonObject => ({
  group: type.group,
  version: type.version,
  kind,
});

/** A schema as OpenAPI has it: metadata by reference, patch strategies beside list types. */
function published(schema: StructuralSchema): JsonObject {
  const { properties, items, additionalProperties, ...rest } = schema;
  const out = structuredClone(rest) as JsonObject;
  const keys = schema['x-kubernetes-list-map-keys'];
  if (keys?.[0]) {
    out['x-kubernetes-patch-merge-key'] = keys[0];
    out['x-kubernetes-patch-strategy'] = 'merge';
  }
  if (schema['x-kubernetes-list-type'] === 'set') out['x-kubernetes-patch-strategy'] = 'merge';
  if (properties) {
    const entries = Object.entries(properties).map(([key, child]) => [key, member(child)] as const);
    out['properties'] = Object.fromEntries(entries);
  }
  if (items) out['items'] = published(items);
  if (additionalProperties) out['additionalProperties'] = published(additionalProperties);
  return out;
}

function member(schema: StructuralSchema): Json {
  if (schema !== objectMeta) return published(schema);
  return { description: schema.description ?? '', allOf: [ref(OBJECT_META)], default: {} };
}

function operation(type: ResourceType, action: string, kind: string): JsonObject {
  const schema = { schema: ref(schemaName(type)) };
  return {
    responses: { '200': { description: 'OK', content: { 'application/json': schema } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': groupVersionKind(type, kind),
  };
}

function pathsOf(type: ResourceType): [string, JsonObject][] {
  const root = type.group ? `/apis/${apiVersionOf(type)}` : `/api/${type.version}`;
  const collection = `${root}/${type.namespaced ? 'namespaces/{namespace}/' : ''}${type.plural}`;
  const write = (action: string) => ({
    ...operation(type, action, type.kind),
    parameters: WRITE_PARAMETERS,
  });
  const can = (verb: 'create' | 'update' | 'patch'): boolean => type.verbs.includes(verb);
  return [
    [
      collection,
      {
        get: operation(type, 'list', type.kind),
        ...(can('create') ? { post: write('post') } : {}),
      },
    ],
    [
      `${collection}/{name}`,
      {
        get: operation(type, 'get', type.kind),
        ...(can('update') ? { put: write('put') } : {}),
        ...(can('patch') ? { patch: write('patch') } : {}),
      },
    ],
  ];
}

function schemasOf(type: ResourceType): [string, JsonObject][] {
  const name = schemaName(type);
  const object = {
    ...published(type.schema),
    'x-kubernetes-group-version-kind': [groupVersionKind(type)],
  };
  const list = {
    type: 'object',
    description: `A list of ${type.kind}.`,
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: ref(LIST_META),
      items: { type: 'array', items: ref(name) },
    },
    'x-kubernetes-group-version-kind': [groupVersionKind(type, type.listKind)],
  };
  return [
    [name, object],
    [`${name}List`, list],
  ];
}

function documentOf(types: readonly ResourceType[]): JsonObject {
  return {
    openapi: '3.0.0',
    info: { title: 'AI control plane, embedded Kubernetes API', version: 'v1' },
    paths: Object.fromEntries(types.flatMap(pathsOf)),
    components: {
      schemas: {
        [OBJECT_META]: published({ ...objectMeta }),
        [LIST_META]: {
          type: 'object',
          properties: {
            continue: { type: 'string' },
            remainingItemCount: { type: 'integer', format: 'int64' },
            resourceVersion: { type: 'string' },
          },
        },
        ...Object.fromEntries(types.flatMap(schemasOf)),
      },
    },
  };
}

/** The OpenAPI v3 documents, one a group and version, made once. */
export class OpenApiDocuments {
  readonly #documents: ReadonlyMap<string, string>;
  /** `/openapi/v3`: where each document is; the address changes with the contents. */
  readonly index: JsonObject;

  constructor(types: readonly ResourceType[]) {
    const byVersion = Map.groupBy(types, (type) =>
      type.group ? `apis/${apiVersionOf(type)}` : `api/${type.version}`,
    );
    this.#documents = new Map(
      [...byVersion].map(([path, list]) => [path, JSON.stringify(documentOf(list))]),
    );
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
