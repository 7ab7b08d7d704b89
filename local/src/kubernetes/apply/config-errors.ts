import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json, type JsonObject } from '../objects/object.ts';
import { memberSchema } from '../schema/children.ts';
import { formatPath, itemElement } from './field-set.ts';

const EXPECTED: Readonly<Record<string, readonly [found: string, words: string]>> = {
  integer: ['number', 'numeric (int or float)'],
  string: ['string', 'string'],
  boolean: ['boolean', 'boolean'],
  object: ['map', 'map'],
  array: ['list', 'list'],
};

function typeOf(value: Json): string {
  if (Array.isArray(value)) return 'list';
  return isJsonObject(value) ? 'map' : typeof value;
}

/**
 * Why `value` is no applied configuration: a field that the schema does not have, a value of another type, an item that stands twice.
 * Answers the first fault as structured-merge-diff words it.
 */
export function configError(value: Json, schema: StructuralSchema, path = ''): string | undefined {
  if (value === null || schema['x-kubernetes-preserve-unknown-fields']) return undefined;
  const found = typeOf(value);
  const [wanted, words] = EXPECTED[schema.type ?? ''] ?? [found, ''];
  if (wanted !== found) return `${path}: expected ${words}, got ${found}`;
  if (isJsonObject(value)) return membersError(value, schema, path);
  return Array.isArray(value) ? itemsError(value, schema, path) : undefined;
}

function membersError(
  value: JsonObject,
  schema: StructuralSchema,
  path: string,
): string | undefined {
  const faults = Object.entries(value).map(([key, member]) => {
    const child = memberSchema(schema, key);
    const below = `${path}.${key}`;
    return child ? configError(member, child, below) : `${below}: field not declared in schema`;
  });
  return faults.find((fault) => fault !== undefined);
}

function itemsError(value: Json[], schema: StructuralSchema, path: string): string | undefined {
  const type = schema['x-kubernetes-list-type'];
  const keyed = type === 'map' || type === 'set';
  const names = value.map((item, i) =>
    keyed ? formatPath([itemElement(item, schema)]) : `[${i}]`,
  );
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) return `${path}: duplicate entries for key ${twice}`;
  const faults = value.map((item, i) =>
    schema.items ? configError(item, schema.items, `${path}${names[i] ?? ''}`) : undefined,
  );
  return faults.find((fault) => fault !== undefined);
}
