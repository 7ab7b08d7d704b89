import fc from 'fast-check';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import { describe, expect, it } from 'vitest';
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
