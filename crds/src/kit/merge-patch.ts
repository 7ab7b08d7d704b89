import type { StructuralSchema } from './structural.ts';
import { sameDecimal, type JsonObject } from './wire-values.ts';

/** What becomes of the keys of a map, or of a free-form object, that a write does not name: they go, or they stay. */
export type MapKeys = 'go' | 'stay';

/**
 * A spec after a partial write: fields that were not sent stay, null removes, objects of named fields are merged, and lists are replaced
 * as a whole. So are maps and free-form values, unless their keys are to stay: then all of it is a merge patch as RFC 7396 has it. A
 * decimal of the same amount stays as its author wrote it.
 */
export function mergePatch(
  schema: StructuralSchema,
  current: JsonObject,
  patch: JsonObject,
  unnamed: MapKeys = 'go',
): JsonObject {
  // Keys of maps are anybody's: `__proto__` is a key like every other.
  const merged = new Map(Object.entries(current));
  for (const [field, value] of Object.entries(patch)) {
    const child = schema.properties?.[field] ?? schema.additionalProperties ?? {};
    if (value === null) merged.delete(field);
    else merged.set(field, mergeValue(child, merged.get(field), value, unnamed));
  }
  return Object.fromEntries(merged);
}

function mergeValue(
  schema: StructuralSchema,
  current: unknown,
  value: unknown,
  unnamed: MapKeys,
): unknown {
  if (schema['x-kubernetes-int-or-string'] || Array.isArray(value)) {
    return asWritten(schema, current, value);
  }
  if (!isObject(value) || (!schema.properties && unnamed === 'go')) return value;
  return mergePatch(schema, isObject(current) ? current : {}, value, unnamed);
}

/** A value in the place of another: all that it says, with decimals written as that one has them, where they are of the same amount. */
function asWritten(schema: StructuralSchema, before: unknown, value: unknown): unknown {
  if (schema['x-kubernetes-int-or-string']) {
    return isDecimal(before) && isDecimal(value) && sameDecimal(before, value) ? before : value;
  }
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value)) {
    const places: readonly unknown[] = Array.isArray(before) ? before : [];
    return items ? value.map((item, place) => asWritten(items, places[place], item)) : value;
  }
  if (!isObject(value) || !isObject(before)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => {
      const child = properties?.[field] ?? additionalProperties ?? {};
      return [field, asWritten(child, before[field], one)];
    }),
  );
}

const isDecimal = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
