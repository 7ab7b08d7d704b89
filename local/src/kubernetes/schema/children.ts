import type { StructuralSchema } from '@aicp/crds/kit/structural';

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
