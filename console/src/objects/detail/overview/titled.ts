import type { FieldSchema } from '../../schema/form-schemas.ts';
import { isSecret, titleOf } from '../../schema/schema-facts.ts';
import { isPlain } from '../merge/tree.ts';

/** A structure in the words of its schema, at every depth: titles in place of names, and units with numbers. Names that people chose stay as they are, and secrets are left out. */
export function titled(value: unknown, schema: FieldSchema): unknown {
  const { items, properties } = schema;
  if (Array.isArray(value)) return items ? value.map((one) => titled(one, items)) : value;
  if (!isPlain(value)) return withUnit(value, schema);
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const field = properties[name] ?? {};
      return isSecret(field) ? [] : [[titleOf(name, field), titled(one, field)]];
    }),
  );
}

/** Of tokens, the title tells. */
const UNITS: Readonly<Record<string, string>> = { percent: '%', share: '', tokens: '' };

function withUnit(value: unknown, { 'x-aicp-unit': unit }: FieldSchema): unknown {
  if (typeof value !== 'number' || unit === undefined) return value;
  return `${value} ${UNITS[unit] ?? unit}`.trim();
}
