import type { PrinterColumn } from '@aicp/crds/kit/kind';
import type { Json, KubeObject } from '../object.ts';
import type { TableColumn } from '../resources/resource-type.ts';
import { ageOf } from './human-duration.ts';
import { compileJsonPath } from './json-path.ts';

/** The first column of every table. */
export const nameColumn: TableColumn = {
  ...column('Name', ({ metadata }) => metadata.name),
  format: 'name',
};

/** The last column of built-in kinds. */
export const ageColumn = column('Age', ({ metadata }, nowMs) =>
  ageOf(metadata.creationTimestamp, nowMs),
);

/** A text column of a built-in kind. `priority` 1 shows it in `-o wide` only. */
export function column(
  name: string,
  cell: (object: KubeObject, nowMs: number) => Json,
  priority: 0 | 1 = 0,
): TableColumn {
  return { name, type: 'string', priority, cell };
}

const asText = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

function formatCell(type: PrinterColumn['type'], value: Json, nowMs: number): Json {
  switch (type) {
    case 'string':
      return asText(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, nowMs) : null;
  }
}

/** A printer column of one of our kinds. */
export function customColumn(definition: PrinterColumn): TableColumn {
  const find = compileJsonPath(definition.jsonPath);
  return {
    ...definition,
    description:
      definition.description ??
      `Custom resource definition column (in JSONPath format): ${definition.jsonPath}`,
    cell: (object, nowMs) => {
      const value = find(object)[0];
      return value === undefined ? null : formatCell(definition.type, value, nowMs);
    },
  };
}
