import type { JsonObject } from '../../conversation/conversation.ts';
import { isObject, listOf, textOf } from '../../json/members.ts';
import { camelOf } from '../members/gemini-members.ts';

/** Members of Google's schemas whose members have names of their own. */
const MAPS = new Set(['properties', 'defs']);
/** Members that hold schemas. */
const WITHIN = new Set(['items', 'additionalProperties']);
const LISTS = new Set(['anyOf', 'prefixItems']);
/** Counts, which Google writes as strings, since they are 64 bits wide. */
const COUNTS = new Set([
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'],
]);
/** They say nothing about a value that JSON Schema has a word for. */
const UNKNOWN = new Set(['propertyOrdering', 'nullable', 'type']);

/**
 * A JSON Schema of what Google calls a Schema, a part of OpenAPI's (https://ai.google.dev/api/caching#Schema): types in capitals, `nullable`, counts
 * that are strings.
 */
export function fromOpenApiSchema(value: unknown): JsonObject {
  const schema = camelOf(value) ?? {};
  const written: Record<string, unknown> = { ...typeOf(schema) };
  for (const [name, member] of Object.entries(schema)) {
    if (!UNKNOWN.has(name)) written[name] = memberOf(name, member);
  }
  return written;
}

function memberOf(name: string, value: unknown): unknown {
  if (MAPS.has(name) && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, fromOpenApiSchema(one)]),
    );
  if (WITHIN.has(name) && isObject(value)) return fromOpenApiSchema(value);
  if (LISTS.has(name)) return listOf(value).map(fromOpenApiSchema);
  return COUNTS.has(name) && typeof value === 'string' ? Number(value) : value;
}

function typeOf({ type, nullable }: JsonObject): JsonObject {
  const name = textOf(type)?.toLowerCase();
  if (name === undefined || name === 'type_unspecified') return {};
  return { type: nullable === true ? [name, 'null'] : name };
}
