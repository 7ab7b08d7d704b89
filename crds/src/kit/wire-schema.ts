import { fieldPath, unitOf } from './form-hints.ts';
import type { KindDefinition } from './kind.ts';
import { inlineName, isSecretRef, SECRET_SET } from './secret-fields.ts';
import type { StructuralSchema } from './structural.ts';
import { titleOf } from './titles.ts';
import { snakeCase, wireName } from './wire-name.ts';

/** A JSON Schema of the HTTP API, where names are snake_case and decimals are numbers. */
export type WireSchema = Record<string, unknown>;

/** Whether a schema is of what clients send, or of what they are answered: secrets differ. */
type Direction = 'write' | 'read';

/** Where the API has the objects of a kind (`/api/v1/teams`); undefined where it has none. */
export type CollectionPath = (kind: string) => string | undefined;

const NOWHERE: CollectionPath = () => undefined;

/** What a client may write of a kind. With `pathOf`, fields that name objects say where these are. */
export const writeSchema = (kind: KindDefinition, pathOf = NOWHERE): WireSchema =>
  specSchema({ kind, direction: 'write', pathOf });

/** What the API answers of a kind: what was written, and the fields that every object has. */
export function readSchema(kind: KindDefinition, pathOf = NOWHERE): WireSchema {
  const written = specSchema({ kind, direction: 'read', pathOf });
  return {
    ...written,
    properties: { ...COMMON_FIELDS, ...(written['properties'] as object) },
    required: Object.keys(COMMON_FIELDS),
  };
}

/** What is made: of which kind, for whom. */
interface Making {
  readonly kind: KindDefinition;
  readonly direction: Direction;
  readonly pathOf: CollectionPath;
}

function specSchema(making: Making): WireSchema {
  const { kind } = making;
  const names = (field: string): string => wireName(kind, field);
  return {
    type: 'object',
    description: kind.description,
    ...fields(making, { schema: kind.structural.spec, names, at: '', isInList: false }),
  };
}

interface Place {
  readonly schema: StructuralSchema;
  /** Where it is in the spec. */
  readonly at: string;
  /** Whether it is an item of a list, where no secret can be sent itself. */
  readonly isInList: boolean;
}

/** The fields of an object, and which of them must be there. */
function fields(
  making: Making,
  { schema, names, at, isInList }: Place & { readonly names: (field: string) => string },
): WireSchema {
  const { kind, direction } = making;
  const properties: Record<string, WireSchema> = {};
  for (const [field, child] of Object.entries(schema.properties ?? {})) {
    const name = names(field);
    const place = { schema: child, at: fieldPath(at, field), isInList: false };
    const own = { ...wireSchema(making, place), ...hintsOf(making, place, name) };
    const other = properties[name];
    properties[name] = other ? eitherForm(other, own) : own;
    if (!isSecretRef(child)) continue;
    if (direction === 'read') properties[SECRET_SET] = SECRET_SET_SCHEMA;
    else if (!isInList) {
      const inline = inlineName(kind, field);
      properties[inline] = { ...inlineSecret(name), title: titleOf(inline) };
    }
  }
  return {
    properties,
    ...(schema.required ? { required: schema.required.map(names) } : {}),
  };
}

/** What forms are told of a field: what people call it, what it is counted in, and what it names. */
function hintsOf(making: Making, { schema, at }: Place, name: string): WireSchema {
  const hint = making.kind.hints.get(at);
  const isAmount = schema.type === 'integer' || schema['x-kubernetes-int-or-string'] === true;
  const unit = hint?.unit ?? (isAmount ? unitOf(name) : undefined);
  return {
    title: hint?.title ?? titleOf(name),
    ...(unit === undefined ? {} : { 'x-aicp-unit': unit }),
    ...referenceAt(making, at),
  };
}

/** Where the objects are that a field names. */
function referenceAt({ kind, pathOf }: Making, at: string): WireSchema {
  const named = kind.references.filter(({ path }) => path === at);
  const told = named.flatMap(({ to, when }) => {
    const path = pathOf(to);
    return path === undefined ? [] : [{ path, when }];
  });
  const [only] = told;
  if (!only) return {};
  if (!only.when) return { 'x-aicp-reference': only.path };
  const field = snakeCase(only.when.field);
  const is: Readonly<Record<string, string>> = Object.fromEntries(
    told.map(({ path, when }) => [when?.is ?? '', path]),
  );
  return { 'x-aicp-reference-by': { field, is } };
}

/** Two fields of one wire name are two forms of the same. */
const eitherForm = (one: WireSchema, other: WireSchema): WireSchema => ({
  title: one['title'],
  description: `${String(one['description'])} Or, by measure, an object.`,
  oneOf: [one, other],
});

const inlineSecret = (reference: string): WireSchema => ({
  type: 'string',
  minLength: 1,
  writeOnly: true,
  'x-aicp-secret': true,
  description: `The secret itself, instead of ${reference}: kept in a Secret, and never answered.`,
});

const SECRET_SET_SCHEMA: WireSchema = {
  type: 'boolean',
  readOnly: true,
  description: 'Whether a secret is set.',
};

/** The schema of a field, its own fields in snake_case. The keys of free-form maps stay as they are. */
function wireSchema(making: Making, { schema, at, isInList }: Place): WireSchema {
  const out: WireSchema = {};
  for (const key of ['type', 'description', 'enum', 'format', 'nullable', ...BOUNDS] as const) {
    if (schema[key] !== undefined) out[key] = schema[key];
  }
  if (schema.default !== undefined) out['default'] = wireDefault(schema);
  if (schema['x-kubernetes-int-or-string']) return decimal(schema, out);
  const { items, additionalProperties: values } = schema;
  if (items) {
    out['items'] = wireSchema(making, { schema: items, at: `${at}[]`, isInList: true });
  }
  if (values) {
    const place = { schema: values, at: fieldPath(at, '*'), isInList: false };
    out['additionalProperties'] = wireSchema(making, place);
  }
  if (!schema.properties) return out;
  return { ...out, ...fields(making, { schema, names: snakeCase, at, isInList }) };
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
        help: text('What the reason means, and what to do about it, in plain words.'),
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
