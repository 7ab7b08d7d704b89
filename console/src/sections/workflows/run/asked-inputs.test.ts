import { expect, it } from 'vitest';
import { askedInputs } from './asked-inputs.ts';

const kindOf = (property: unknown): string | undefined =>
  askedInputs({ type: 'object', properties: { it: property } })[0]?.kind;

it.each([
  [{ type: 'string' }, 'text'],
  [{ type: ['string', 'null'] }, 'text'],
  [{ type: 'number' }, 'number'],
  [{ type: 'integer' }, 'integer'],
  [{ type: 'boolean' }, 'boolean'],
  [{ enum: ['short', 'long'] }, 'choice'],
  [{ type: 'integer', enum: [1, 2] }, 'choice'],
  [{ enum: [{ a: 1 }] }, 'json'],
  [{ type: ['string', 'number'] }, 'json'],
  [{ type: 'array', items: { type: 'string' } }, 'json'],
  [{ type: 'object' }, 'json'],
  [{ enum: [] }, 'json'],
  [true, 'json'],
])('asks for %j by a field for %s', (property, kind) => {
  expect(kindOf(property)).toBe(kind);
});

it('takes titles, descriptions, defaults and what is required from the schema', () => {
  const schema = {
    type: 'object',
    required: ['query'],
    properties: {
      query: { type: 'string', title: 'Question', description: 'What to find out.' },
      max_sources: { type: 'integer', default: 5 },
      depth: { enum: ['short', 'long'], default: 'short' },
    },
  };
  expect(askedInputs(schema)).toEqual([
    {
      ...{ name: 'query', title: 'Question', description: 'What to find out.', kind: 'text' },
      ...{ isRequired: true, options: [], initial: '' },
    },
    {
      ...{ name: 'max_sources', title: 'Max sources', description: undefined, kind: 'integer' },
      ...{ isRequired: false, options: [], initial: '5' },
    },
    {
      ...{ name: 'depth', title: 'Depth', description: undefined, kind: 'choice' },
      ...{ isRequired: false, initial: '"short"' },
      options: [
        { value: '"short"', label: 'short' },
        { value: '"long"', label: 'long' },
      ],
    },
  ]);
});

it.each([undefined, null, [], {}, { type: 'object' }, { properties: {} }, { properties: [] }])(
  'asks for the whole input as JSON where the schema is %j',
  (schema) => {
    expect(askedInputs(schema)).toMatchObject([{ name: '', kind: 'json', isRequired: false }]);
  },
);
