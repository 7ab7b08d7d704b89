import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json } from '../objects/object.ts';
import { memberSchema } from './children.ts';

/** Removes, in place, every field that `schema` does not know. Answers their paths, sorted. */
export function pruneUnknown(value: Json, schema: StructuralSchema): string[] {
  const unknown: string[] = [];
  walk(value, schema, '', unknown);
  return unknown.sort();
}

function walk(
  value: Json,
  schema: StructuralSchema | undefined,
  path: string,
  unknown: string[],
): void {
  if (schema?.['x-kubernetes-preserve-unknown-fields']) return;
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      walk(item, schema?.items, `${path}[${i}]`, unknown);
    });
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const child = memberSchema(schema, key);
      const childPath = path ? `${path}.${key}` : key;
      if (child) {
        walk(member, child, childPath, unknown);
      } else {
        unknown.push(childPath);
        Reflect.deleteProperty(value, key);
      }
    }
  }
}
