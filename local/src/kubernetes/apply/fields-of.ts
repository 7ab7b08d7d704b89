import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, isJsonObject, type Json } from '../object.ts';
import { isNamedField, memberSchema } from '../schema/children.ts';
import { emptySet, insert, itemElement, type FieldPath, type FieldSet } from './field-set.ts';
import { singleShape } from './shape.ts';

/** The fields that `value` sets. */
export function fieldsOf(value: Json, schema: StructuralSchema): FieldSet {
  const set = emptySet();
  collect(value, schema, [], set);
  return set;
}

const isVoid = (value: Json): boolean =>
  value === null || (isJsonObject(value) && Object.keys(value).length === 0);

function collect(
  value: Json,
  schema: StructuralSchema | undefined,
  path: FieldPath,
  set: FieldSet,
): void {
  const shape = singleShape(value, schema);
  if (shape === 'leaf') {
    insert(set, path);
  } else if (shape === 'members') {
    for (const [key, member] of Object.entries(asObject(value))) {
      const below = [...path, `f:${key}`];
      collect(member, memberSchema(schema, key), below, set);
      if (isVoid(member) || !isNamedField(schema, key)) insert(set, below);
    }
  } else if (schema && Array.isArray(value)) {
    for (const item of value) {
      const below = [...path, itemElement(item, schema)];
      collect(item, schema.items, below, set);
      insert(set, below);
    }
  }
}
