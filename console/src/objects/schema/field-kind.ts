import type { FieldSchema } from './form-schemas.ts';
import { isSecret, typeOf } from './schema-facts.ts';

/** By what a field is asked for. */
export type FieldKind =
  | 'choice'
  | 'choices'
  | 'flag'
  | 'number'
  | 'numbers'
  | 'text'
  | 'long-text'
  | 'moment'
  | 'date'
  | 'secret'
  | 'texts'
  | 'reference'
  | 'references'
  | 'pairs'
  | 'group'
  | 'rows'
  | 'structure';

/** Texts of several lines, though they may not be long. */
const LONG = new Set(['condition', 'trigger_condition', 'if']);
/** A text that may be so long is one of several lines. */
const LONG_FROM = 2000;

/** How to ask for a field, by its schema. What has no simple form is written as YAML. */
export function fieldKind(name: string, schema: FieldSchema): FieldKind {
  if (isSecret(schema)) return 'secret';
  const type = typeOf(schema) ?? '';
  if (type === 'string') return textKind(name, schema);
  if (type === 'array') return listKind(schema);
  if (type === 'object') return structureKind(schema);
  return BY_TYPE[type] ?? 'structure';
}

const BY_TYPE: Readonly<Record<string, FieldKind>> = {
  boolean: 'flag',
  integer: 'number',
  number: 'number',
};

const isReference = (schema: FieldSchema): boolean =>
  schema['x-aicp-reference'] !== undefined || schema['x-aicp-reference-by'] !== undefined;

function textKind(name: string, schema: FieldSchema): FieldKind {
  if (isReference(schema)) return 'reference';
  if (schema.enum) return 'choice';
  const { pattern = '', maxLength = 0 } = schema;
  if (pattern.startsWith('^[0-9]{4}-')) return 'moment';
  if (pattern.startsWith('^([0-9]{4}-')) return 'date';
  return LONG.has(name) || (maxLength >= LONG_FROM && pattern === '') ? 'long-text' : 'text';
}

function listKind(schema: FieldSchema): FieldKind {
  if (isReference(schema)) return 'references';
  const { items } = schema;
  if (!items) return 'structure';
  if (items.enum) return 'choices';
  const type = typeOf(items) ?? '';
  if (type === 'object') return items.properties ? 'rows' : 'structure';
  return LISTS[type] ?? 'structure';
}

const LISTS: Readonly<Record<string, FieldKind>> = {
  string: 'texts',
  integer: 'numbers',
  number: 'numbers',
};

function structureKind({ properties, additionalProperties }: FieldSchema): FieldKind {
  if (properties) return 'group';
  if (typeof additionalProperties !== 'object') return 'structure';
  return typeOf(additionalProperties) === 'string' ? 'pairs' : 'structure';
}
