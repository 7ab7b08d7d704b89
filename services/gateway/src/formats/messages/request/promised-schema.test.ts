import fc from 'fast-check';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../conversation/conversation.ts';
import { promisedSchema } from './promised-schema.ts';

const closed = (properties: object, more: object = {}) => ({
  ...{ type: 'object', properties, additionalProperties: false },
  ...more,
});

/** Schemas of the kind that libraries make of types. */
const schemas = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.record(
      {
        type: fc.constant('string'),
        maxLength: fc.nat(),
        format: fc.constantFrom('email', 'ipv7'),
        description: fc.string({ minLength: 1 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.nat() }),
    fc.record({ enum: fc.array(fc.string(), { minLength: 1 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'minimum', '$ref', 'type'), tie('schema')),
      title: fc.string(),
    }),
  ),
})).schema;

/** Schemas of several types, with what is said of each. */
const schemasOfTypes = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constant('string'), pattern: fc.string(), title: fc.string() }),
    fc.record({
      type: fc.shuffledSubarray(
        ['object', 'array', 'string', 'number', 'integer', 'null', 'boolean', 'object'],
        { minLength: 1 },
      ),
      ...{ pattern: fc.string(), minimum: fc.nat(), minItems: fc.nat(2), items: tie('schema') },
      properties: fc.dictionary(fc.string(), tie('schema'), { maxKeys: 2 }),
      required: fc.array(fc.string(), { maxLength: 3 }),
      ...{ not: tie('schema'), description: fc.string() },
    }),
  ),
})).schema;

/** Objects of several types in objects of several types. */
const nestedTypes = (depth: number): JsonObject => ({
  type: ['object', 'array', 'string', 'null'],
  properties: depth === 0 ? {} : { a: nestedTypes(depth - 1) },
  items: depth === 0 ? { type: 'string' } : nestedTypes(depth - 1),
});

const lengthOf = (schema: unknown): number => JSON.stringify(schema).length;

describe('a schema that Claude is held to', () => {
  it('has closed objects, and says in words what it cannot promise', () => {
    const address = { type: 'object', properties: { zip: { type: 'string', pattern: '^\\d+$' } } };
    expect(
      promisedSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          age: { type: 'integer', minimum: 0, description: 'In years.' },
          mail: { type: 'string', format: 'email' },
          tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
          address,
        },
        required: ['age'],
        additionalProperties: true,
      }),
    ).toEqual(
      closed(
        {
          age: { type: 'integer', description: 'In years.\n\n{minimum: 0}' },
          mail: { type: 'string', format: 'email' },
          tags: { type: 'array', items: { type: 'string' }, description: '{minItems: 2}' },
          address: closed({ zip: { type: 'string', description: '{pattern: "^\\\\d+$"}' } }),
        },
        { required: ['age'] },
      ),
    );
  });

  it('is what Anthropic’s library makes of it', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const theirs = transformJSONSchema(structuredClone(schema));
        expect(promisedSchema({ ...schema })).toEqual(theirs);
      }),
    );
  });

  it('has one of several types as a choice, and references with their definitions', () => {
    const name = { type: ['string', 'null'], maxLength: 3, description: 'A name.' };
    const $defs = { name, pair: { type: 'array', items: { $ref: '#/$defs/name' } } };
    const properties = { pair: { $ref: '#/$defs/pair' } };
    const anyOf = [{ type: 'string', description: '{maxLength: 3}' }, { type: 'null' }];
    expect(promisedSchema({ type: 'object', properties, $defs })).toEqual(
      closed(properties, {
        $defs: {
          name: { anyOf, description: 'A name.' },
          pair: { type: 'array', items: { $ref: '#/$defs/name' } },
        },
      }),
    );
  });

  it('has what is said of one type with that type alone', () => {
    const some = { type: 'string', format: 'date' };
    const schema = {
      type: ['object', 'array', 'string', 'integer', 'number', 'null', 'null'],
      ...{ properties: { some }, required: ['some'], items: some, minItems: 1, pattern: '^a' },
      ...{ format: 'uuid', minimum: 3, default: null, description: 'Any.' },
    };
    expect(promisedSchema(schema)).toEqual({
      description: 'Any.\n\n{default: null}',
      anyOf: [
        closed({ some }, { required: ['some'] }),
        { type: 'array', items: some, minItems: 1 },
        { type: 'string', format: 'uuid', description: '{pattern: "^a"}' },
        { type: 'number', description: '{minimum: 3}' },
        { type: 'null' },
      ],
    });
    const one = { type: ['string'], maxLength: 3, description: 'A name.' };
    const description = 'A name.\n\n{maxLength: 3}';
    expect(promisedSchema(one)).toEqual({ type: 'string', description });
  });

  it('names the values that are of its types', () => {
    const values = { type: ['string', 'integer', 'null'], enum: ['a', 1, 1.5, null, true] };
    expect(promisedSchema(values)).toEqual({ enum: ['a', 1, null] });
  });

  it('says several types beside other choices in words', () => {
    const anyOf = [{ type: 'string' }, { type: 'null' }];
    expect(promisedSchema({ type: ['string', 'null'], anyOf })).toEqual({
      description: '{type: ["string","null"]}',
      anyOf,
    });
  });

  it('is written in some times the length of what was read', () => {
    expect(lengthOf(promisedSchema(nestedTypes(3)))).toBeLessThan(10 * lengthOf(nestedTypes(3)));
    fc.assert(
      fc.property(fc.oneof(schemas, schemasOfTypes), (schema) => {
        const written = promisedSchema({ ...schema });
        expect(written).toBeDefined();
        expect(lengthOf(written)).toBeLessThanOrEqual(100 + 10 * lengthOf(schema));
      }),
    );
  });

  it('is none of more schemas than a model is held to', () => {
    const lists = (count: number) => ({
      type: 'object',
      properties: { all: { anyOf: Array.from({ length: count }, () => ({ type: 'null' })) } },
    });
    expect(promisedSchema(lists(9000))).toBeDefined();
    expect(promisedSchema(lists(10_000))).toBeUndefined();
  });

  it('may have definitions in a long row', () => {
    const names = Array.from({ length: 9000 }, (_, at) => `d${at}`);
    const of = (last: object) =>
      Object.fromEntries(
        names.map((name, at) => [
          name,
          at === names.length - 1 ? last : { $ref: `#/$defs/d${at + 1}` },
        ]),
      );
    const $ref = '#/$defs/d0';
    expect(promisedSchema({ $ref, $defs: of({ type: 'null' }) })).toBeDefined();
    expect(promisedSchema({ $ref, $defs: of({ $ref }) })).toBeUndefined();
  });

  it('finds definitions by names that are escaped', () => {
    const $defs = { 'a/b<c>': { type: 'null' } };
    expect(promisedSchema({ $ref: '#/$defs/a~1b%3Cc%3E', $defs })).toEqual({
      $ref: '#/$defs/a~1b%3Cc%3E',
      $defs,
    });
  });

  it.each([
    ['a type that there is not', { type: 'text' }],
    ['no type at all', { type: [] }],
    ['values that are of none of its types', { type: 'string', enum: [1] }],
    ['a constant of another type', { type: ['string', 'null'], const: 1 }],
    ['any of some and one of others', { anyOf: [{ type: 'null' }], oneOf: [{ type: 'null' }] }],
    [
      'members beside other choices',
      { type: ['object', 'null'], properties: {}, anyOf: [{ type: 'null' }] },
    ],
    ['what is defined nowhere', { $ref: '#/$defs/none' }],
    ['a part of a definition', { $ref: '#/$defs/a/properties/b' }],
    ['all of what stands elsewhere', { allOf: [{ $ref: '#/$defs/a' }] }],
    ['a reference that is no address', { $ref: '#/$defs/%' }],
  ])('is none where it would hold %s', (_, inner) => {
    const $defs = { a: { type: 'object', properties: { b: { type: 'null' } } } };
    expect(promisedSchema({ type: 'object', properties: { inner }, $defs })).toBeUndefined();
  });

  it.each([
    ['objects of any members', { type: 'object' }],
    ['maps', { type: 'object', additionalProperties: { type: 'string' } }],
    ['values of any type', {}],
    ['values of any type', true],
    ['lists of any values', { type: 'array' }],
    ['itself', { $ref: '#' }],
    ['what stands elsewhere', { $ref: 'https://example.com/schema' }],
    ['a definition that holds itself', { $ref: '#/$defs/tree' }],
  ])('is none where it would hold %s', (_, inner) => {
    const leaf = { $ref: '#/$defs/leaf' };
    const $defs = {
      tree: { type: 'object', properties: { leaf } },
      leaf: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/tree' }] },
    };
    const isTree = JSON.stringify(inner).includes('tree');
    const schema = { type: 'object', properties: { inner }, ...(isTree ? { $defs } : {}) };
    expect(promisedSchema(schema)).toBeUndefined();
  });

  it('may have no members at all', () => {
    expect(promisedSchema({ type: 'object' })).toEqual(closed({}));
  });
});
