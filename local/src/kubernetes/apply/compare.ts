import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { sameJson, type Json } from '../objects/object.ts';
import { emptySet, insert, type FieldPath, type FieldSet } from './field-set.ts';
import { pairedParts } from './parts.ts';

/** What is different between two values; no field is in more than one of the sets. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two objects field by field, as structured-merge-diff does. */
export function compare(before: Json, after: Json, schema: StructuralSchema): Comparison {
  const result = { added: emptySet(), modified: emptySet(), removed: emptySet() };
  walk({ before, after, schema, path: [] }, result);
  return result;
}

interface Pair {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly schema: StructuralSchema | undefined;
  readonly path: FieldPath;
}

function walk({ before, after, schema, path }: Pair, result: Comparison): void {
  if (before === undefined) insert(result.added, path);
  else if (after === undefined) insert(result.removed, path);
  const parts = pairedParts(before, after, schema);
  if (!parts) {
    const isChanged = before !== undefined && after !== undefined && !sameJson(before, after);
    if (isChanged) insert(result.modified, path);
    return;
  }
  const [lefts, rights] = parts;
  for (const [element, part] of new Map([...lefts, ...rights])) {
    const pair = { before: lefts.get(element)?.value, after: rights.get(element)?.value };
    walk({ ...pair, schema: part.schema, path: [...path, element] }, result);
  }
}
