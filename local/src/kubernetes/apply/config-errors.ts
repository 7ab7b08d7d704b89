import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json } from '../object.ts';
import { memberSchema } from '../schema/children.ts';
import { itemElement, formatPath } from './field-set.ts';

const NUMERIC = new Set(['integer', 'number']);

function scalarError(value: Json, schema: StructuralSchema): string | undefined {
  const found = Array.isArray(value) ? 'list' : typeof value;
  if (schema['x-kubernetes-int-or-string']) return undefined;
  if (NUMERIC.has(schema.type ?? '') && found !== 'number') {
    return `expected numeric (int or float), got ${found}`;
  }
  if (schema.type === 'string' && found !== 'string') return `expected string, got ${found}`;
  if (schema.type === 'boolean' && found !== 'boolean') return `expected boolean, got ${found}`;
  return undefined;
}

/**
 * Why `value` is no applied configuration: a field that the schema does not have, a value of another type, an item that stands twice.
 * Answers the first fault as structured-merge-diff words it.
 */
export function configError(value: Json, schema: StructuralSchema, path = ''): string | undefined {
  if (value === null || schema['x-kubernetes-preserve-unknown-fields']) return undefined;
  if (schema.type === 'object') return membersError(value, schema, path);
  if (schema.type === 'array') return itemsError(value, schema, path);
  const fault = scalarError(value, schema);
  return fault && `${path}: ${fault}`;
}

function membersError(value: Json, schema: StructuralSchema, path: string): string | undefined {
  if (!isJsonObject(value)) return `${path}: expected map, got ${typeof value}`;
  for (const [key, member] of Object.entries(value)) {
    const child = memberSchema(schema, key);
    const below = `${path}.${key}`;
    const fault = child
      ? configError(member, child, below)
      : `${below}: field not declared in schema`;
    if (fault) return fault;
  }
  return undefined;
}

function itemsError(value: Json, schema: StructuralSchema, path: string): string | undefined {
  if (!Array.isArray(value)) return `${path}: expected list, got ${typeof value}`;
  const seen = new Set<string>();
  const type = schema['x-kubernetes-list-type'];
  const keyed = type === 'map' || type === 'set';
  for (const [i, item] of value.entries()) {
    const element = keyed ? itemElement(item, schema) : `${i}`;
    const name = keyed ? formatPath([element]) : `[${i}]`;
    if (seen.has(element)) return `${path}: duplicate entries for key ${name}`;
    seen.add(element);
    const fault = schema.items && configError(item, schema.items, `${path}${name}`);
    if (fault) return fault;
  }
  return undefined;
}
