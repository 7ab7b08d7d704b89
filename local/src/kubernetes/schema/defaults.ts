import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json, type JsonObject } from '../objects/object.ts';
import { memberSchema } from './children.ts';

/**
 * Brings a value into the form that is stored, in place: nulls that the schema does not allow go, and absent fields get
 * their defaults. A default below an absent parent applies only where the parent has one too.
 */
export function applyDefaults(value: Json, schema: StructuralSchema | undefined): void {
  if (Array.isArray(value)) {
    for (const item of value) applyDefaults(item, schema?.items);
  } else if (isJsonObject(value)) {
    dropNulls(value, schema);
    addMissing(value, schema);
    for (const [key, member] of Object.entries(value)) {
      applyDefaults(member, memberSchema(schema, key));
    }
  }
}

function dropNulls(value: JsonObject, schema: StructuralSchema | undefined): void {
  for (const [key, member] of Object.entries(value)) {
    const child = memberSchema(schema, key);
    if (member === null && child && !child.nullable) Reflect.deleteProperty(value, key);
  }
}

function addMissing(value: JsonObject, schema: StructuralSchema | undefined): void {
  for (const [key, child] of Object.entries(schema?.properties ?? {})) {
    if (child.default !== undefined && !Object.hasOwn(value, key)) {
      value[key] = structuredClone(child.default) as Json;
    }
  }
}
