import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { isJsonObject, type Json } from '../object.ts';

/** How the fields of a value are owned: as one (`leaf`), member by member, or item by item. */
export type Shape = 'leaf' | 'members' | 'items';

const isSplitList = (schema: StructuralSchema | undefined): boolean => {
  const type = schema?.['x-kubernetes-list-type'];
  return type === 'map' || type === 'set';
};

function shapeOf(value: Json, schema: StructuralSchema | undefined): Shape {
  if (Array.isArray(value)) return isSplitList(schema) ? 'items' : 'leaf';
  if (isJsonObject(value)) {
    return schema?.['x-kubernetes-map-type'] === 'atomic' ? 'leaf' : 'members';
  }
  return 'leaf';
}

const isVoid = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/**
 * The shape that two values have together, either of which may be absent. Two empty ones are a leaf, so that empty and absent stay
 * apart.
 */
export function commonShape(
  left: Json | undefined,
  right: Json | undefined,
  schema: StructuralSchema | undefined,
): Shape {
  if (isVoid(left) && isVoid(right)) return 'leaf';
  const shapes = [left, right]
    .filter((value) => value !== undefined && value !== null)
    .map((value) => shapeOf(value, schema));
  const [first = 'leaf', second = first] = shapes;
  return first === second ? first : 'leaf';
}

export const singleShape = shapeOf;
