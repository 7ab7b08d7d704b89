/** As much of JSON schema as the API's documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [keyword: string]: unknown;
}

export type Definitions = Readonly<Record<string, JsonSchema>>;

const REFERENCE = '#/definitions/';

/** Keywords that say something to readers or to the API server alone. `default` is kept by neither. */
const isDropped = (keyword: string): boolean =>
  ['description', 'default', 'example', 'externalDocs'].includes(keyword) ||
  (keyword.startsWith('x-kubernetes-') &&
    !['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'].includes(keyword));

/** The schema without descriptions and extensions. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !isDropped(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, bareValue(keyword, value)]));
}

function bareValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return mapValues(value as Definitions, bareSchema);
  if (Array.isArray(value)) return value.map((item: unknown) => bareValue('', item));
  return isSchema(value) ? bareSchema(value) : value;
}

/** The named definitions and all that they refer to, bare. Throws where one is absent. */
export function withReferenced(all: Definitions, names: readonly string[]): Definitions {
  const found = new Map<string, JsonSchema>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const definition = all[name];
    if (!definition) throw new Error(`no definition ${name}`);
    found.set(name, bareSchema(definition));
    waiting.push(...referencesOf(definition));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function referencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (!isSchema(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref.slice(REFERENCE.length)] : [];
  return [...own, ...Object.values(value).flatMap(referencesOf)];
}

/** The schema as kubeconform needs it: unknown fields are refused, and what may be a number or a string is. */
export function strictSchema(schema: JsonSchema): JsonSchema {
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) {
    return { anyOf: [{ type: 'integer' }, { type: 'string' }] };
  }
  if (schema.type === 'string' && schema.format === 'quantity') return {};
  const strict = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, strictValue(keyword, value)]),
  );
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (!schema.properties || schema.additionalProperties !== undefined || open) return strict;
  return { ...strict, additionalProperties: false };
}

function strictValue(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return mapValues(value as Definitions, strictSchema);
  if (keyword === 'items' || keyword === 'additionalProperties') {
    return isSchema(value) ? strictSchema(value) : value;
  }
  return value;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
