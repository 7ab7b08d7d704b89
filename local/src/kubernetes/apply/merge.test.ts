import type { StructuralSchema } from '@aicp/crds/kit/structural';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../object.ts';
import { compare } from './compare.ts';
import { fieldsOf } from './fields-of.ts';
import { pathsOf } from './field-set.ts';
import { mergeConfig, removeFields } from './merge.ts';

const item: StructuralSchema = {
  type: 'object',
  properties: { type: { type: 'string' }, value: { type: 'integer' } },
};
const schema: StructuralSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    atomic: { type: 'array', items: { type: 'string' } },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    conditions: {
      type: 'array',
      items: item,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    },
  },
};

const word = fc.constantFrom('a', 'b', 'c');
const objects = fc.record(
  {
    name: word,
    labels: fc.dictionary(word, word, { noNullPrototype: true }),
    atomic: fc.array(word, { maxLength: 3 }),
    set: fc.uniqueArray(word),
    conditions: fc.uniqueArray(fc.record({ type: word, value: fc.nat(2) }), {
      selector: (entry) => entry.type,
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Json>;
const paths = (set: Parameters<typeof pathsOf>[0]): string[] =>
  pathsOf(set).map((path) => path.join('/'));

describe('merging a configuration', () => {
  it('sets all that the configuration says', () => {
    fc.assert(
      fc.property(objects, objects, (live, config) => {
        const merged = mergeConfig(live, config, schema) ?? null;
        const { modified, removed } = compare(config, merged, schema);
        expect(paths(removed)).toEqual([]);
        expect(paths(modified)).toEqual([]);
      }),
    );
  });

  it('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(objects, objects, (live, config) => {
        const once = mergeConfig(live, config, schema) ?? null;
        expect(mergeConfig(once, config, schema)).toEqual(once);
      }),
    );
  });

  it('keeps the order of the configuration for items that both have', () => {
    const live = { set: ['x', 'a', 'b'] };
    expect(mergeConfig(live, { set: ['b', 'new', 'a'] }, schema)).toEqual({
      set: ['x', 'b', 'new', 'a'],
    });
  });

  it('has every field of an object in the set of its fields, but for structs', () => {
    const object = {
      labels: { a: 'b' },
      set: ['x'],
      atomic: ['y'],
      conditions: [{ type: 'Ready', value: 1 }],
    };
    expect(paths(fieldsOf(object, schema))).toEqual([
      'f:atomic',
      'f:conditions/k:{"type":"Ready"}',
      'f:conditions/k:{"type":"Ready"}/f:type',
      'f:conditions/k:{"type":"Ready"}/f:value',
      'f:labels/f:a',
      'f:set/v:"x"',
    ]);
  });

  it('finds nothing different between an object and itself', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const { added, modified, removed } = compare(object, structuredClone(object), schema);
        expect([...paths(added), ...paths(modified), ...paths(removed)]).toEqual([]);
      }),
    );
  });

  it('takes out exactly the fields that are removed', () => {
    fc.assert(
      fc.property(objects, objects, (object, other) => {
        const gone = fieldsOf(other, schema);
        const left = fieldsOf(removeFields(object, gone, schema), schema);
        const remains = new Set(paths(left));
        for (const path of paths(gone)) expect(remains.has(path)).toBe(false);
      }),
    );
  });
});
