import type { ErrorObject } from 'ajv/dist/2020.js';

/** A fault as a JSON Schema's check tells it. */
type Told = Pick<ErrorObject, 'keyword' | 'message' | 'params'>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** What is wrong, as the rest of a sentence that begins with the field: "is required". The library's own words where there are none of ours. */
export function inputMessage({ keyword, message, params }: Told): string {
  const said = WORDS[keyword]?.(params as Record<string, unknown>);
  return said ?? message ?? 'is not what the schema asks for';
}

type Words = (params: Record<string, unknown>) => string;

const notKnown: Words = () => 'is no field that is taken: leave it out';
const bound =
  (before: string, after = ''): Words =>
  ({ limit }) =>
    `must ${before} ${String(limit)}${after}`;
const compared: Words = ({ comparison, limit }) =>
  `must be ${COMPARISONS[String(comparison)] ?? String(comparison)} ${String(limit)}`;

const COMPARISONS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
};

const WORDS: Readonly<Record<string, Words>> = {
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required where ${String(property)} is set`,
  additionalProperties: notKnown,
  unevaluatedProperties: notKnown,
  type: ({ type }) => `must be ${typesOf(type).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${listOf(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: bound('have at least', ' characters'),
  maxLength: bound('have at most', ' characters'),
  minItems: bound('have at least', ' items'),
  maxItems: bound('have at most', ' items'),
  minProperties: bound('have at least', ' fields'),
  maxProperties: bound('have at most', ' fields'),
  minimum: compared,
  maximum: compared,
  exclusiveMinimum: compared,
  exclusiveMaximum: compared,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  uniqueItems: ({ i, j }) =>
    `must not have the same item twice (items ${String(j)} and ${String(i)}, from 0)`,
};

const typesOf = (type: unknown): readonly string[] =>
  (Array.isArray(type) ? type : String(type).split(',')).map(
    (one) => TYPES[String(one)] ?? String(one),
  );

const listOf = (values: unknown): string =>
  (Array.isArray(values) ? values : [values]).map((one) => JSON.stringify(one)).join(', ');
