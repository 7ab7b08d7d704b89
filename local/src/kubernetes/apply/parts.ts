import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json } from '../objects/object.ts';
import { memberSchema, isNamedField } from '../schema/children.ts';
import { itemElement, emptySet, insert, type FieldPath, type FieldSet } from './field-set.ts';

/** A member of an object or an item of a list, which is owned by itself. */
export interface Part {
  readonly value: Json;
  readonly schema: StructuralSchema | undefined;
}

/** Parts by their path elements. */
export type Parts = ReadonlyMap<string, Part>;

const isVoid = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The parts of a value; undefined where it is owned as one (a scalar, an atomic list or map). Nothing has no parts. */
export function partsOf(
  value: Json | undefined,
  schema: StructuralSchema | undefined,
): Parts | undefined {
  if (value === undefined || value === null) return new Map();
  if (Array.isArray(value)) return itemsOf(value, schema);
  if (!isJsonObject(value) || schema?.['x-kubernetes-map-type'] === 'atomic') return undefined;
  const entries = Object.entries(value).map(([key, member]): [string, Part] => [
    `f:${key}`,
    { value: member, schema: memberSchema(schema, key) },
  ]);
  return new Map(entries);
}

function itemsOf(value: Json[], schema: StructuralSchema | undefined): Parts | undefined {
  const listType = schema?.['x-kubernetes-list-type'];
  if (!schema || (listType !== 'map' && listType !== 'set')) return undefined;
  const part = (item: Json): Part => ({ value: item, schema: schema.items });
  return new Map(value.map((item) => [itemElement(item, schema), part(item)]));
}

/** Two values part by part; undefined where they are compared as one. Two empty ones are, so that empty and absent stay apart. */
export function pairedParts(
  left: Json | undefined,
  right: Json | undefined,
  schema: StructuralSchema | undefined,
): readonly [left: Parts, right: Parts] | undefined {
  if (isVoid(left) && isVoid(right)) return undefined;
  const [lefts, rights] = [partsOf(left, schema), partsOf(right, schema)];
  if (!lefts || !rights) return undefined;
  return [lefts, rights];
}

/** Puts parts together again to what `like` is, a list or an object. */
export function assemble(like: Json | undefined, parts: Iterable<[string, Json]>): Json {
  if (Array.isArray(like)) return [...parts].map(([, value]) => value);
  return Object.fromEntries([...parts].map(([element, value]) => [element.slice(2), value]));
}

/** The fields that `value` sets. */
export function fieldsOf(value: Json, schema: StructuralSchema): FieldSet {
  const set = emptySet();
  collect(value, schema, [], set);
  return set;
}

const isEmptyField = (value: Json): boolean =>
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
    if (!isNamed || isEmptyField(part.value)) insert(set, below);
  }
}
