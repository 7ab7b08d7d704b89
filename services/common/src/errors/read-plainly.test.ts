import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultLine, readPlainly } from './read-plainly.ts';

const errorsOf = (schema: z.ZodType, value: unknown): readonly string[] =>
  (readPlainly(schema, value).faults ?? []).map((fault) => faultLine([fault]));

describe('what is wrong with a value', () => {
  it.each([
    [z.string(), 5, 'must be a text'],
    [z.number(), 'x', 'must be a number'],
    [z.int(), 'x', 'must be a whole number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.coerce.number(), 'x', 'must be a number'],
    [z.boolean(), 'x', 'must be true or false'],
    [z.array(z.string()), 'x', 'must be a list'],
    [z.object({}), 'x', 'must be an object'],
    [z.object({ a: z.string() }), {}, 'a: is required'],
    [z.enum(['a', 'b']), 'x', 'must be one of a, b'],
    [z.literal('a'), 'x', 'must be a'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), '', 'must have 2 characters at least'],
    [z.string().max(1), 'ab', 'may have 1 character at most'],
    [z.array(z.string()).min(1), [], 'must have 1 item at least'],
    [z.number().min(1), 0, 'must be 1 or more'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().max(1), 2, 'must be 1 or less'],
    [z.number().multipleOf(5), 2, 'must be a multiple of 5'],
    [z.email(), 'x', 'must be an e-mail address, for example ada@example.com'],
    [z.string().regex(/^a$/), 'x', 'is not written as it has to be here'],
    [z.string().regex(/^a$/, { error: 'must be a' }), 'x', 'must be a'],
    [z.union([z.string(), z.boolean()]), 1, 'must be a text, or true or false'],
    [
      z.record(z.string().max(1), z.string()),
      { ab: '' },
      'ab: cannot be a name here: it may have 1 character at most',
    ],
    [z.never(), 1, 'must be left out'],
    [z.nan(), 1, 'is of a wrong type'],
  ])('is said in words that everybody knows: %#', (schema, value, message) => {
    expect(errorsOf(schema, value)).toEqual([message]);
  });

  it('is said of each unknown field by itself', () => {
    const schema = z.strictObject({ a: z.string() });
    const { faults } = readPlainly(
      schema,
      { b: 1, c: 1 },
      (name, known) => `${name}? ${known.join(', ')}`,
    );
    expect(faults).toEqual([
      { path: ['a'], message: 'is required' },
      { path: ['b'], message: 'b? a' },
      { path: ['c'], message: 'c? a' },
    ]);
  });

  it('is said once of one value', () => {
    expect(errorsOf(z.string().min(2).regex(/^a/), 'x')).toEqual([
      'must have 2 characters at least',
    ]);
  });

  it('is nothing where it is as it should be', () => {
    expect(readPlainly(z.string(), 'x')).toEqual({ data: 'x' });
  });

  it('fits on a line', () => {
    const { faults } = readPlainly(z.object({ a: z.string(), b: z.string() }), {});
    expect(faultLine(faults ?? [])).toBe('a: is required (and 1 more)');
    expect(faultLine([])).toBe('');
  });
});
