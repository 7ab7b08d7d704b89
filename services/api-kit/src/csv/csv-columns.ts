import { z } from 'zod';
import { documentation, scalarTypeOf, type JsonSchema } from '../route/documented.ts';
import type { Cell } from './csv-lines.ts';

/** The fields of an answered object that fit into a cell: texts, numbers and flags, and lists of them. */
export function columnsOf(schema: z.core.$ZodType): readonly string[] {
  const properties = (jsonSchemaOf(schema)['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.entries(properties).flatMap(([name, one]) => (isCell(one) ? [name] : []));
}

function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { document } = documentation.catch({}).parse(z.globalRegistry.get(schema) ?? {});
  // Without their metadata, so that a schema with a name stands where it is used.
  return document ?? z.toJSONSchema(schema, { ...PLAINLY, metadata: z.registry<object>() });
}

const PLAINLY = { unrepresentable: 'any', io: 'output', reused: 'inline' } as const;

function isCell(schema: JsonSchema): boolean {
  if (scalarTypeOf(schema)) return true;
  const items = schema['items'] as JsonSchema | undefined;
  return items !== undefined && scalarTypeOf(items) !== undefined;
}

/** What stands in a cell for a value of an answer; the parts of a list are joined by `;`. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return String(value);
  const isFlat = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return isFlat ? value.join(';') : JSON.stringify(value);
}
