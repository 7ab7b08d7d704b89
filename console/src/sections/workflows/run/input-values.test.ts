import { expect, it } from 'vitest';
import { askedInputs } from './asked-inputs.ts';
import { faultyInput, filledOf, startOf } from './input-values.ts';

const asked = askedInputs({
  type: 'object',
  required: ['query'],
  properties: {
    query: { type: 'string' },
    count: { type: 'integer', default: 3 },
    share: { type: 'number' },
    isDeep: { type: 'boolean' },
    depth: { enum: ['short', 2] },
    filters: { type: 'array' },
  },
});

const filled = (typed: Readonly<Record<string, string>>) =>
  filledOf(asked, new Map(Object.entries(typed)));

it('sends values of their types, and leaves out what is empty', () => {
  const typed = {
    ...{ query: '42', count: '7', share: '0.5', isDeep: 'false', depth: '2' },
    filters: '["a"]',
  };
  expect(filled(typed)).toEqual({
    faults: new Map(),
    input: {
      ...{ query: '42', count: 7, share: 0.5, isDeep: false, depth: 2 },
      filters: ['a'],
    },
  });
  expect(filled({ query: 'sea', depth: '"short"', share: ' ' }).input).toEqual({
    ...{ query: 'sea', depth: 'short' },
  });
});

it('begins with the defaults of the schema', () => {
  expect(startOf(asked).get('count')).toBe('3');
  expect(filledOf(asked, startOf(asked)).input).toEqual({ count: 3 });
});

it('says what is missing, and what is no number and no JSON', () => {
  const { faults } = filled({ count: '1.5', share: 'half', filters: '[a]' });
  expect([...faults]).toEqual([
    ['query', 'It is needed.'],
    ['count', 'Write a whole number.'],
    ['share', 'Write a number, such as 1.5.'],
    ['filters', 'Write JSON: texts stand in double quotes, names as well.'],
  ]);
});

it('takes an object for the whole input, and nothing else', () => {
  const whole = askedInputs(undefined);
  const of = (text: string) => filledOf(whole, new Map([['', text]]));
  expect(of('{"a": 1}').input).toEqual({ a: 1 });
  expect(of('').input).toEqual({});
  for (const text of ['[1]', 'null', '"a"']) {
    expect(of(text).faults.get('')).toBe('Write an object: {"name": "value"}.');
  }
});

it('finds the field that a fault of the service is about', () => {
  expect(faultyInput(asked, 'input.query')).toBe('query');
  expect(faultyInput(asked, 'input.filters.0')).toBe('filters');
  expect(faultyInput(asked, 'input.queryable')).toBeUndefined();
  expect(faultyInput(asked, 'max_cost_usd')).toBeUndefined();
  expect(faultyInput(askedInputs({}), 'input.anything')).toBe('');
});
