import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json, type JsonObject } from '../object.ts';
import type { FieldError } from '../status.ts';
import { duplicateValue } from './field-errors.ts';

/** The values of an item's key fields in a `map` list, the schema's defaults filled in, sorted by name. */
export function listMapKey(item: Json, schema: StructuralSchema): JsonObject {
  const members = isJsonObject(item) ? item : {};
  const key: JsonObject = {};
  for (const name of [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort()) {
    const value = members[name] ?? (schema.items?.properties?.[name]?.default as Json | undefined);
    if (value !== undefined) key[name] = value;
  }
  return key;
}

/** Items that stand twice in a list whose items must differ. */
export function duplicateItems(
  list: readonly Json[],
  schema: StructuralSchema,
  path: string,
): FieldError[] {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'map' && type !== 'set') return [];
  const seen = new Set<string>();
  return list.flatMap((item, i) => {
    const key = type === 'map' ? listMapKey(item, schema) : item;
    const text = JSON.stringify(key);
    if (seen.has(text)) return [duplicateValue(`${path}[${i}]`, key)];
    seen.add(text);
    return [];
  });
}
