import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, type Json, type JsonObject } from '../object.ts';
import { memberSchema } from '../schema/children.ts';
import { itemElement, type FieldSet } from './field-set.ts';
import { singleShape } from './shape.ts';

/** `value` without the fields in `set`. */
export function removeFields(
  value: Json,
  set: FieldSet,
  schema: StructuralSchema | undefined,
): Json {
  const shape = singleShape(value, schema);
  if (shape === 'members') return removeMembers(asObject(value), set, schema);
  if (shape === 'items' && schema && Array.isArray(value)) return removeItems(value, set, schema);
  return value;
}

function removeMembers(
  value: JsonObject,
  set: FieldSet,
  schema: StructuralSchema | undefined,
): JsonObject {
  const out: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const node = set.children.get(`f:${key}`);
    if (node?.member) continue;
    out[key] = node ? removeFields(member, node, memberSchema(schema, key)) : member;
  }
  return out;
}

function removeItems(value: Json[], set: FieldSet, schema: StructuralSchema): Json[] {
  return value.flatMap((item) => {
    const node = set.children.get(itemElement(item, schema));
    if (node?.member) return [];
    return [node ? removeFields(item, node, schema.items) : item];
  });
}
