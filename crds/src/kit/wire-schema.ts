import type { KindDefinition } from './kind.ts';
import { inlineName, isSecretRef, SECRET_SET } from './secret-fields.ts';
import type { StructuralSchema } from './structural.ts';
import { snakeCase, wireName } from './wire-name.ts';

/** A JSON Schema of the HTTP API, where names are snake_case and decimals are numbers. */
export type WireSchema = Record<string, unknown>;

/** Whether a schema is of what clients send, or of what they are answered: secrets differ. */
type Direction = 'write' | 'read';

/** What a client may write of a kind. */
export const writeSchema = (kind: KindDefinition): WireSchema => specSchema(kind, 'write');

/** What the API answers of a kind: what was written, and the fields that every object has. */
export function readSchema(kind: KindDefinition): WireSchema {
  const written = specSchema(kind, 'read');
  return {
    ...written,
    properties: { ...COMMON_FIELDS, ...(written['properties'] as object) },
    required: Object.keys(COMMON_FIELDS),
  };
}

function specSchema(kind: KindDefinition, direction: Direction): WireSchema {
  const { spec } = kind.structural;
  const names = (field: string): string => wireName(kind, field);
  return {
    type: 'object',
    description: kind.description,
    ...fields({ kind, direction, schema: spec, names, isInList: false }),
  };
}

/** The fields of an object, and which of them must be there. */
function fields(options: {
  readonly kind: KindDefinition;
  readonly direction: Direction;
  readonly schema: StructuralSchema;
  readonly names: (field: string) => string;
  /** Whether it is an item of a list, where no secret can be sent itself. */
  readonly isInList: boolean;
}): WireSchema {
  const { kind, direction, schema, names, isInList } = options;
  const properties: Record<string, WireSchema> = {};
  for (const [field, child] of Object.entries(schema.properties ?? {})) {
    const own = wireSchema(kind, direction, child);
    const other = properties[names(field)];
    properties[names(field)] = other ? eitherForm(other, own) : own;
    if (!isSecretRef(child)) continue;
    if (direction === 'read') properties[SECRET_SET] = SECRET_SET_SCHEMA;
    else if (!isInList) properties[inlineName(kind, field)] = inlineSecret(names(field));
  }
  return {
    properties,
    ...(schema.required ? { required: schema.required.map(names) } : {}),
  };
}

/** Two fields of one wire name are two forms of the same. */
const eitherForm = (one: WireSchema, other: WireSchema): WireSchema => ({
  description: `${String(one['description'])} Or, by measure, an object.`,
  oneOf: [one, other],
});

const inlineSecret = (reference: string): WireSchema => ({
  type: 'string',
  minLength: 1,
  writeOnly: true,
  description: `The secret itself, instead of ${reference}: kept in a Secret, and never answered.`,
});

const SECRET_SET_SCHEMA: WireSchema = {
  type: 'boolean',
  readOnly: true,
  description: 'Whether a secret is set.',
};

/** The schema of a field, its own fields in snake_case. The keys of free-form maps stay as they are. */
function wireSchema(
  kind: KindDefinition,
  direction: Direction,
  schema: StructuralSchema,
  isInList = false,
): WireSchema {
  const out: WireSchema = {};
  for (const key of ['type', 'description', 'enum', 'format', 'nullable', ...BOUNDS] as const) {
    if (schema[key] !== undefined) out[key] = schema[key];
  }
  if (schema.default !== undefined) out['default'] = wireDefault(schema);
  if (schema['x-kubernetes-int-or-string']) return decimal(schema, out);
  if (schema.items) out['items'] = wireSchema(kind, direction, schema.items, true);
  if (schema.additionalProperties) {
    out['additionalProperties'] = wireSchema(kind, direction, schema.additionalProperties);
  }
  if (!schema.properties) return out;
  return { ...out, ...fields({ kind, direction, schema, names: snakeCase, isInList }) };
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
        type: text('Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled.'),
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
