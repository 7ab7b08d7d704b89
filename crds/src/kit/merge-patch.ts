import type { StructuralSchema } from './structural.ts';
import { sameDecimal } from './wire-decimal.ts';
import type { JsonObject } from './wire-values.ts';

/**
 * A spec after a partial write: fields that were not sent stay, null removes, objects of named fields are merged, and lists, maps and
 * free-form values are replaced as a whole. A decimal of the same amount stays as its author wrote it.
 */
export function mergePatch(
  schema: StructuralSchema,
  current: JsonObject,
  patch: JsonObject,
): JsonObject {
  const merged = { ...current };
  for (const [field, value] of Object.entries(patch)) {
    const child = schema.properties?.[field] ?? {};
    if (value === null) Reflect.deleteProperty(merged, field);
    else merged[field] = mergeValue(child, current[field], value);
  }
  return merged;
}

function mergeValue(schema: StructuralSchema, current: unknown, value: unknown): unknown {
  if (schema['x-kubernetes-int-or-string']) {
    return isDecimal(current) && isDecimal(value) && sameDecimal(current, value) ? current : value;
  }
  if (!schema.properties || !isObject(value)) return value;
  return mergePatch(schema, isObject(current) ? current : {}, value);
}

const isDecimal = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
