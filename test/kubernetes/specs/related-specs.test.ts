import type { StructuralSchema } from '@aicp/crds/kit/structural';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { echoingSpec, sparseSpec } from './related-specs.ts';

const schema: StructuralSchema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', minLength: 8 },
    others: { type: 'array', items: { type: 'string', minLength: 8 }, minItems: 2 },
    on: { type: 'boolean' },
    count: { type: 'integer' },
  },
};

it('leaves most optional fields out, and no required one', () => {
  const specs = fc.sample(sparseSpec(schema), 200) as Record<string, unknown>[];
  expect(specs.every((spec) => 'id' in spec)).toBe(true);
  expect(specs.some((spec) => Object.keys(spec).length === 1)).toBe(true);
});

it('repeats a text within the spec, which chance alone does not', () => {
  const specs = fc.sample(echoingSpec(schema), 200) as { id: string; others?: string[] }[];
  expect(specs.some(({ id, others }) => others?.includes(id))).toBe(true);
});

it('keeps what it does not repeat as it was: the specs still follow their schema', () => {
  fc.assert(
    fc.property(echoingSpec(schema), (spec) => {
      const { id, others = ['', ''], on = true } = spec as Record<string, unknown>;
      expect(id).toEqual(expect.any(String));
      expect(others).toEqual(expect.any(Array));
      expect(on).toEqual(expect.any(Boolean));
    }),
  );
});
