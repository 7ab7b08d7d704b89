import { describe, expect, test } from 'vitest';
import { readInputSchema } from './input-schema.ts';

function faultsOf(schema: object, input: unknown) {
  const check = readInputSchema(schema);
  if ('fault' in check) throw new Error(check.fault);
  return check(input).map(({ path, message }) => `${path.join('/')}: ${message}`);
}

const faultOf = (schema: object) => {
  const check = readInputSchema(schema);
  return 'fault' in check ? check.fault : undefined;
};

const query = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['query'],
  properties: { query: { type: 'string', minLength: 1 }, 'a/b': { type: 'integer' } },
  additionalProperties: false,
};

test('an input that fits has no fault', () => {
  expect(faultsOf(query, { query: 'birds' })).toEqual([]);
});

test.each([
  [{}, 'query: is required'],
  [{ query: 3 }, 'query: must be a text'],
  [{ query: '' }, 'query: must have at least 1 characters'],
  [{ query: 'x', 'a/b': 'y' }, 'a/b: must be a whole number'],
  [{ query: 'x', more: 1 }, 'more: is no field that is taken: leave it out'],
  [[], ': must be an object'],
])('%j: %s', (input, fault) => {
  expect(faultsOf(query, input)).toEqual([fault]);
});

test.each([
  [{ type: ['string', 'null'] }, 1, 'must be a text or null'],
  [{ enum: ['low', 'high'] }, 'middle', 'must be one of "low", "high"'],
  [{ const: 3 }, 4, 'must be 3'],
  [{ minimum: 3 }, 2, 'must be at least 3'],
  [{ exclusiveMaximum: 3 }, 3, 'must be less than 3'],
  [{ multipleOf: 2 }, 3, 'must be a multiple of 2'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 items'],
  [
    { uniqueItems: true, maxItems: 9 },
    [1, 2, 1],
    'must not have the same item twice (items 0 and 2, from 0)',
  ],
  [{ not: {} }, 1, 'must NOT be valid'],
])('what %j takes is said in plain words', (schema, input, message) => {
  expect(faultsOf({ properties: { a: schema } }, { a: input })).toEqual([`a: ${message}`]);
});

test('each pattern is looked for by itself', () => {
  const schema = { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } };
  expect(faultsOf(schema, { a: 'a', b: 'b' })).toEqual([]);
  expect(faultsOf(schema, { a: 'a', b: 'a' })).toEqual(['b: must match the pattern ^b$']);
});

test('what stands in $defs may be referred to', () => {
  const schema = {
    $defs: { word: { type: 'string' } },
    properties: { a: { $ref: '#/$defs/word' } },
  };
  expect(faultsOf(schema, { a: 1 })).toEqual(['a: must be a text']);
});

describe('a schema is refused', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `d${String(index)}`,
      {
        anyOf: [
          { $ref: `#/$defs/d${String(index + 1)}` },
          { $ref: `#/$defs/d${String(index + 1)}` },
        ],
      },
    ]),
  );
  let deep: object = { type: 'string' };
  for (let depth = 0; depth < 20_000; depth += 1) deep = { not: deep };
  test.each([
    ['that names no type', { type: 'text' }, 'is no JSON Schema'],
    [
      'with a pattern that is none of RE2',
      { pattern: '(?=a)' },
      'the pattern "(?=a)" is none of RE2',
    ],
    ['that refers to itself', { properties: { a: { $ref: '#' } } }, 'refers to itself by $ref'],
    ['that refers to nothing', { $ref: '#/$defs/a' }, 'to nothing in it'],
    ['that refers elsewhere', { $ref: 'https://example.com/schema' }, 'to nothing in it'],
    [
      'that doubles with each reference',
      { $ref: '#/$defs/d0', $defs: { ...doubling, d30: { type: 'string' } } },
      'has more than 2000 parts',
    ],
    ['that is nested without end', deep, 'is nested more than 100 deep'],
    ['that is long', { description: 'x'.repeat(70_000) }, 'is longer than 64 KiB'],
    ['that compares all items', { items: {}, uniqueItems: true }, 'set maxItems to 1000 at most'],
    ['with another base', { $id: 'https://example.com/' }, 'has $id, which is not possible here'],
  ])('%s', (_, schema, fault) => {
    expect(faultOf(schema)).toContain(fault);
  });
});

test('a pattern that backtracking engines never end on ends at once', () => {
  const from = performance.now();
  const schema = { properties: { a: { pattern: '^(a+)+$' } } };
  expect(faultsOf(schema, { a: `${'a'.repeat(2000)}!` })).toEqual([
    'a: must match the pattern ^(a+)+$',
  ]);
  expect(performance.now() - from).toBeLessThan(1000);
});
