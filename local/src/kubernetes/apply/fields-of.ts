import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json } from '../object.ts';
import { isNamedField } from '../schema/children.ts';
import { emptySet, insert, type FieldPath, type FieldSet } from './field-set.ts';
import { partsOf } from './parts.ts';

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
  const parts = value === null ? undefined : partsOf(value, schema);
  if (!parts) {
    insert(set, path);
    return;
  }
  for (const [element, part] of parts) {
    const below = [...path, element];
    collect(part.value, part.schema, below, set);
    const isNamed = element.startsWith('f:') && isNamedField(schema, element.slice(2));
    if (!isNamed || isVoid(part.value)) insert(set, below);
  }
}
