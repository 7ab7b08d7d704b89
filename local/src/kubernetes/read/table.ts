import type { JsonObject } from '../objects/object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { ApiError } from '../objects/status.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { viewOf } from '../write/target.ts';

export type IncludeObject = 'None' | 'Metadata' | 'Object';

/** Reads `includeObject`. Throws a 400 on what does not exist. */
export function parseIncludeObject(query: URLSearchParams): IncludeObject {
  const value = query.get('includeObject') ?? 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw new ApiError(
    400,
    'BadRequest',
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

function rowObject(type: ResourceType, stored: StoredObject, include: IncludeObject) {
  if (include === 'None') return null;
  const object = viewOf(type, stored);
  if (include === 'Object') return object;
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata: object.metadata,
  };
}

/** Objects as the rows of a `meta.k8s.io/v1` Table. `metadata` is the list's, or the object's. */
export function toTable(options: {
  type: ResourceType;
  objects: readonly StoredObject[];
  metadata: JsonObject;
  include: IncludeObject;
  nowMs: number;
}): JsonObject {
  const { type, objects, metadata, include, nowMs } = options;
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: type.columns.map((column) => ({
      name: column.name,
      type: column.type,
      format: column.format ?? '',
      description: column.description ?? '',
      priority: column.priority ?? 0,
    })),
    rows: objects.map((stored) => {
      const object = viewOf(type, stored);
      return {
        cells: type.columns.map((column) => column.cell(object, nowMs)),
        object: rowObject(type, stored, include),
      };
    }),
  };
}
