import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, sameJson, type Json } from '../object.ts';
import { memberSchema } from '../schema/children.ts';
import { emptySet, insert, itemElement, type FieldPath, type FieldSet } from './field-set.ts';
import { commonShape } from './shape.ts';

/** What is different between two values; no field is in more than one of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

type Side = Json | undefined;

/** Compares two objects field by field, as structured-merge-diff does. */
export function compare(before: Json, after: Json, schema: StructuralSchema): Comparison {
  const result = { added: emptySet(), modified: emptySet(), removed: emptySet() };
  walk({ before, after, schema, path: [] }, result);
  return result;
}

interface Pair {
  readonly before: Side;
  readonly after: Side;
  readonly schema: StructuralSchema | undefined;
  readonly path: FieldPath;
}

function walk(pair: Pair, result: Comparison): void {
  const { before, after, schema, path } = pair;
  const shape = commonShape(before, after, schema);
  if (shape === 'members') walkMembers(pair, result);
  else if (shape === 'items') walkItems(pair, result);
  else if (before !== undefined && after !== undefined && !sameJson(before, after)) {
    insert(result.modified, path);
  }
  if (before === undefined) insert(result.added, path);
  else if (after === undefined) insert(result.removed, path);
}

function walkMembers({ before, after, schema, path }: Pair, result: Comparison): void {
  const left = asObject(before);
  const right = asObject(after);
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const child = memberSchema(schema, key);
    const below = [...path, `f:${key}`];
    walk({ before: left[key], after: right[key], schema: child, path: below }, result);
  }
}

function index(value: Side, schema: StructuralSchema): Map<string, Json> {
  const items = Array.isArray(value) ? value : [];
  return new Map(items.map((item) => [itemElement(item, schema), item]));
}

function walkItems({ before, after, schema, path }: Pair, result: Comparison): void {
  if (!schema) return;
  const left = index(before, schema);
  const right = index(after, schema);
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const below = [...path, element];
    walk(
      { before: left.get(element), after: right.get(element), schema: schema.items, path: below },
      result,
    );
  }
}
