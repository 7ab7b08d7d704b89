import type { FieldSchema } from '../../schema/form-schemas.ts';
import { plainFields } from '../../schema/schema-facts.ts';
import { camelCase } from '../../manifest/to-manifest.ts';

const TEXT: FieldSchema = { type: 'string' };
const TEXTS: FieldSchema = { type: 'object', additionalProperties: TEXT };

/** The same field as Kubernetes has it: names in camelCase, secrets by reference alone. */
function inKubernetes(schema: FieldSchema): FieldSchema {
  const { items, properties } = schema;
  return {
    ...schema,
    ...(items && { items: inKubernetes(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        plainFields(schema).map(([name, field]) => [camelCase(name), inKubernetes(field)]),
      ),
    }),
  };
}

/** What a manifest of a kind of object holds. The name for people is called otherwise there, and the id is its metadata's name. */
export function manifestSchema(schema: FieldSchema, kind: string): FieldSchema {
  const { name, id: _, ...others } = inKubernetes(schema).properties ?? {};
  const spec = name === undefined ? others : { displayName: name, ...others };
  return {
    type: 'object',
    properties: {
      apiVersion: { ...TEXT, enum: ['aicp.dev/v1alpha1'] },
      kind: { ...TEXT, enum: [kind] },
      metadata: {
        type: 'object',
        properties: { name: TEXT, namespace: TEXT, labels: TEXTS, annotations: TEXTS },
      },
      spec: { type: 'object', properties: spec },
    },
  };
}
