import fc from 'fast-check';
import type { StructuralSchema } from '../structural.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const MAX_TEXT = 12;
const MAX_LIST = 4;

/** Specs that follow a structural schema. Rules across fields are not looked at, so about half of them may be refused. */
export function validSpec(schema: StructuralSchema): fc.Arbitrary<Json> {
  if (schema.enum) return fc.constantFrom(...(schema.enum as Json[]));
  if (schema['x-kubernetes-int-or-string']) return fc.oneof(integers(schema), texts(schema));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return lists(schema);
    case 'object':
      return objects(schema);
    default:
      return fc.constant(null);
  }
}

function texts(schema: StructuralSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = MAX_TEXT, pattern } = schema;
  const fits = (text: string): boolean => {
    const length = Array.from(text).length;
    return length >= minLength && length <= maxLength;
  };
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  return fc
    .string({
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)),
      unit: 'grapheme',
    })
    .filter(fits);
}

function integers({ minimum = -1000, maximum = 1000 }: StructuralSchema): fc.Arbitrary<number> {
  const edges = fc.constantFrom(minimum, maximum);
  return fc.oneof(
    edges,
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
  );
}

function lists({ items = {}, minItems = 0, maxItems = MAX_LIST }: StructuralSchema) {
  const maxLength = Math.max(minItems, Math.min(maxItems, MAX_LIST));
  return fc.array(validSpec(items), { minLength: minItems, maxLength });
}

function objects(schema: StructuralSchema): fc.Arbitrary<Json> {
  const { properties, required = [], additionalProperties } = schema;
  if (properties) {
    const fields = Object.entries(properties).map(([key, child]) => [key, validSpec(child)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<Json>>, {
      requiredKeys: required,
      noNullPrototype: true,
    });
  }
  const keys = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  return fc.dictionary(keys, validSpec(additionalProperties ?? {}), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}
