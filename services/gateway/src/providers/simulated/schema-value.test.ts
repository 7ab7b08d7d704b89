import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaValue } from './schema-value.ts';

const SCHEMAS = {
  'every type': z.object({
    text: z.string(),
    count: z.int().min(3).max(9),
    price: z.number().positive(),
    isOpen: z.boolean(),
    nothing: z.null(),
    list: z.array(z.object({ a: z.string() })).min(2),
  }),
  'formats and lengths': z.object({
    at: z.iso.datetime(),
    day: z.iso.date(),
    mail: z.email(),
    id: z.uuid(),
    url: z.url(),
    long: z.string().min(40),
    short: z.string().max(2),
  }),
  'enums and alternatives': z.object({
    unit: z.enum(['celsius', 'fahrenheit']),
    kind: z.literal('weather'),
    either: z.union([z.string(), z.number()]),
    perhaps: z.string().nullable(),
  }),
  'what is all of two': z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
} as const;

describe('schemaValue', () => {
  it.each(Object.entries(SCHEMAS))('fits %s', (_name, schema) => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(schema.safeParse(schemaValue(z.toJSONSchema(schema), seed)).error).toBeUndefined();
    }
  });

  it('finds what a schema defines, and ends where that holds itself', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
      required: ['name'],
    };
    const value = schemaValue({ $ref: '#/$defs/node', $defs: { node } }, 1);
    expect(value).toMatchObject({ next: { next: {} } });
    const endless = { ...node, required: ['name', 'next'] };
    expect(schemaValue({ $ref: '#/$defs/node', $defs: { node: endless } }, 1)).toBeDefined();
  });

  it.each([undefined, null, true, 'x', {}, { type: 'nonsense' }, { enum: [] }, { $ref: '#' }])(
    'takes even %j',
    (schema) => {
      expect(() => schemaValue(schema, 1)).not.toThrow();
    },
  );
});
