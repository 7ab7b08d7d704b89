import type { KindDefinition } from './kind.ts';
import type { StructuralSchema } from './structural.ts';

/** A JSON Schema of the HTTP API, where names are snake_case and decimals are numbers. */
export type WireSchema = Record<string, unknown>;

/** `targetModels` → `target_models`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The wire's name of a field at the top of a kind's spec. */
export function wireName(kind: KindDefinition, field: string): string {
  return kind.wireNames?.[field] ?? (field === 'displayName' ? 'name' : snakeCase(field));
}

/** What a client may write of a kind. */
export function writeSchema(kind: KindDefinition): WireSchema {
  const { spec } = kind.structural;
  return {
    type: 'object',
    description: kind.description,
    properties: Object.fromEntries(
      Object.entries(spec.properties ?? {}).map(([field, schema]) => [
        wireName(kind, field),
        wireSchema(schema),
      ]),
    ),
    ...(spec.required ? { required: spec.required.map((field) => wireName(kind, field)) } : {}),
  };
}

/** What the API answers of a kind: what was written, and the fields that every object has. */
export function readSchema(kind: KindDefinition): WireSchema {
  const written = writeSchema(kind);
  return {
    ...written,
    properties: { ...COMMON_FIELDS, ...(written['properties'] as object) },
    required: Object.keys(COMMON_FIELDS),
  };
}

/** The schema of a field, its own fields in snake_case. The keys of free-form maps stay as they are. */
export function wireSchema(schema: StructuralSchema): WireSchema {
  const out: WireSchema = {};
  for (const key of ['type', 'description', 'enum', 'format', 'nullable', ...BOUNDS] as const) {
    if (schema[key] !== undefined) out[key] = schema[key];
  }
  if (schema.default !== undefined) out['default'] = wireDefault(schema);
  if (schema['x-kubernetes-int-or-string']) return decimal(schema, out);
  if (schema.items) out['items'] = wireSchema(schema.items);
  if (schema.additionalProperties) {
    out['additionalProperties'] = wireSchema(schema.additionalProperties);
  }
  if (schema.properties) {
    out['properties'] = Object.fromEntries(
      Object.entries(schema.properties).map(([name, child]) => [
        snakeCase(name),
        wireSchema(child),
      ]),
    );
  }
  if (schema.required) out['required'] = schema.required.map(snakeCase);
  return out;
}

const BOUNDS = [
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
] as const;

function decimal(schema: StructuralSchema, out: WireSchema): WireSchema {
  const { pattern: _, ...rest } = out;
  return { ...rest, type: 'number', minimum: schema.minimum, maximum: schema.maximum };
}

/** Defaults of objects are told by their fields; those of decimals are numbers. */
function wireDefault(schema: StructuralSchema): unknown {
  if (schema['x-kubernetes-int-or-string']) return Number(schema.default);
  return schema.default;
}

const text = (description: string, more: WireSchema = {}): WireSchema => ({
  type: 'string',
  description,
  ...more,
});

const COMMON_FIELDS: Readonly<Record<string, WireSchema>> = {
  id: text('What paths and references name it by.'),
  uid: text('Unique for all time.', { format: 'uuid' }),
  created_at: text('When it was made.', { format: 'date-time' }),
  updated_at: text('When it last changed.', { format: 'date-time' }),
  ready: { type: 'boolean', description: 'Accepted, and run by every replica that needs it.' },
  conditions: {
    type: 'array',
    description: 'What the operator says of it, in Kubernetes’ form.',
    items: {
      type: 'object',
      properties: {
        type: text('Accepted, Programmed, Ready, Reconciling or Stalled.'),
        status: text('Whether it holds.', { enum: ['True', 'False', 'Unknown'] }),
        observedGeneration: { type: 'integer', description: 'Generation that this was said of.' },
        lastTransitionTime: text('When `status` last changed.', { format: 'date-time' }),
        reason: text('Why, as one word.'),
        message: text('Why, and what to do.'),
      },
      required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
    },
  },
  managed_by: text('Who owns it.', { enum: ['api', 'kubectl', 'helm', 'argocd', 'flux'] }),
  read_only: {
    type: 'boolean',
    description: 'True where Argo CD, Flux or Helm owns it: change it in Git.',
  },
};
