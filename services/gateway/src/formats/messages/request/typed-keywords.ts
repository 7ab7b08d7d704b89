import type { JsonObject } from '../../conversation/conversation.ts';

const OF_NUMBERS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
] as const;

/** The keywords of a JSON Schema that say something of values of one type alone (its specification, "A Vocabulary for Structural Validation"), by that type. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties', 'unevaluatedProperties'],
    ...['dependentRequired', 'dependentSchemas', 'dependencies'],
  ],
  array: [
    ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'minItems', 'maxItems'],
    ...['uniqueItems', 'contains', 'minContains', 'maxContains'],
  ],
  string: [
    ...['minLength', 'maxLength', 'pattern', 'format'],
    ...['contentEncoding', 'contentMediaType', 'contentSchema'],
  ],
  number: OF_NUMBERS,
  integer: OF_NUMBERS,
  boolean: [],
  null: [],
};

/** The types that a list names, each once. Integers are numbers. Undefined where one is none of JSON Schema, or there is none. */
export function typesOf(types: readonly unknown[]): readonly string[] | undefined {
  const named = [...new Set(types)].filter((type) => typeof type === 'string');
  if (types.length === 0 || !types.every(isType)) return undefined;
  return named.includes('number') ? named.filter((type) => type !== 'integer') : named;
}

const isType = (type: unknown): boolean =>
  typeof type === 'string' && Object.hasOwn(KEYWORDS, type);

/** What a schema says of values of a type alone. */
export function keywordsOf(schema: JsonObject, type: string): JsonObject {
  const names = (KEYWORDS[type] ?? []).filter((name) => Object.hasOwn(schema, name));
  return Object.fromEntries(names.map((name) => [name, schema[name]]));
}

/** Whether a value that is no object and no list is of one of the types. */
export function isOfType(value: unknown, types: readonly string[]): boolean {
  if (value === null) return types.includes('null');
  if (typeof value !== 'number') return types.includes(typeof value);
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}
