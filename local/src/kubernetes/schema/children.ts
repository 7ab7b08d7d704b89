import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json, type JsonObject } from '../objects/object.ts';
import type { FieldError } from '../objects/status.ts';
import { duplicateValue } from '../objects/field-errors.ts';

/** The schema of a member of an object: its named field, else what its maps hold. */
export function memberSchema(
  schema: StructuralSchema | undefined,
  key: string,
): StructuralSchema | undefined {
  const properties = schema?.properties;
  if (properties && Object.hasOwn(properties, key)) return properties[key];
  return schema?.additionalProperties;
}

/** Whether `key` is a field that the schema names (as against a key of a map). */
export function isNamedField(schema: StructuralSchema | undefined, key: string): boolean {
  return schema?.properties !== undefined && Object.hasOwn(schema.properties, key);
}

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
