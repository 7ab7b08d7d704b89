import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freeForm, integer, list, money, text } from './fields.ts';
import { toStructural } from './structural.ts';
import { withRules } from './rules.ts';

describe('a structural schema', () => {
  it('keeps bounds, descriptions, defaults and list types', () => {
    const schema = z.object({
      name: text({ min: 1, max: 5, pattern: { matches: /^a/, says: 'must begin with a' } }).meta({
        description: 'A name.',
      }),
      size: integer({ min: 1, max: 9 }).default(3),
      tags: list(text({ max: 2 }), 4).optional(),
    });
    expect(toStructural(schema)).toEqual({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'A name.', pattern: '^a', minLength: 1, maxLength: 5 },
        size: { type: 'integer', format: 'int64', minimum: 1, maximum: 9, default: 3 },
        tags: {
          type: 'array',
          maxItems: 4,
          'x-kubernetes-list-type': 'atomic',
          items: { type: 'string', maxLength: 2 },
        },
      },
    });
  });

  it('writes a decimal as int-or-string with bounds for both', () => {
    expect(toStructural(z.object({ cost: money() })).properties?.['cost']).toEqual({
      'x-kubernetes-int-or-string': true,
      minimum: 0,
      maximum: 1_000_000_000,
      pattern: expect.stringContaining('1000000000') as string,
    });
  });

  it('leaves an object of any shape open', () => {
    expect(toStructural(z.object({ with: freeForm() })).properties?.['with']).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    });
  });

  it('carries rules to the CRD and enforces them in zod alike', () => {
    const schema = withRules(z.object({ a: z.boolean().optional(), b: z.boolean().optional() }), [
      {
        cel: 'has(self.a) == has(self.b)',
        message: 'a and b go together',
        fieldPath: '.b',
        holds: (self) => (self.a === undefined) === (self.b === undefined),
      },
    ]);
    expect(toStructural(schema)['x-kubernetes-validations']).toEqual([
      { rule: 'has(self.a) == has(self.b)', message: 'a and b go together', fieldPath: '.b' },
    ]);
    expect(schema.safeParse({ a: true }).error?.issues[0]).toMatchObject({
      path: ['b'],
      message: 'a and b go together',
    });
    expect(schema.safeParse({ a: true, b: false }).success).toBe(true);
  });

  it.each([
    ['a union of objects', z.object({ x: z.union([z.object({}), z.object({ y: z.string() })]) })],
    ['an unbounded integer', z.object({ x: z.int() })],
    ['a date', z.object({ x: z.date() })],
    ['a recursive schema', z.object({ x: z.json() })],
    ['a literal of a shape that a CRD lacks', z.object({ x: z.tuple([z.string()]) })],
  ])('refuses %s when it is generated, not when it is applied', (_what, schema) => {
    expect(() => toStructural(schema)).toThrow();
  });
});
