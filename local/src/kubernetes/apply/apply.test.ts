import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../objects/object.ts';
import {
  difference,
  emptySet,
  excludeBelow,
  formatFields,
  formatPath,
  intersection,
  parseFields,
  pathsOf,
  setOf,
  union,
  type FieldSet,
} from './field-set.ts';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { compare } from './compare.ts';
import { fieldsOf } from './parts.ts';
import { mergeConfig, removeFields } from './merge.ts';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"type":"Ready"}', 'v:"x"');
const sets: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  .map((paths) => setOf(...paths));
const texts = (set: FieldSet): Set<string> => new Set(pathsOf(set).map((path) => path.join('/')));

describe('field sets', () => {
  it('are written as fieldsV1 and read back', () => {
    fc.assert(
      fc.property(sets, (set) => {
        expect(texts(parseFields(formatFields(set)))).toEqual(texts(set));
      }),
    );
  });

  it('follow the laws of sets', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        expect(texts(union(a, b))).toEqual(texts(a).union(texts(b)));
        expect(texts(intersection(a, b))).toEqual(texts(a).intersection(texts(b)));
        expect(texts(difference(a, b))).toEqual(texts(a).difference(texts(b)));
      }),
    );
  });

  it('hold no node that holds nothing', () => {
    const empty = (set: FieldSet): boolean =>
      [...set.children.values()].some(
        (child) => (!child.member && child.children.size === 0) || empty(child),
      );
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        for (const set of [union(a, b), intersection(a, b), difference(a, b), excludeBelow(a, b)]) {
          expect(empty(set)).toBe(false);
        }
      }),
    );
  });

  it('leave out what is below an excluded field', () => {
    const set = setOf(['f:spec', 'f:a'], ['f:status'], ['f:status', 'f:b']);
    expect(formatFields(excludeBelow(set, setOf(['f:status'])))).toEqual({
      'f:spec': { 'f:a': {} },
    });
  });

  it('read what the API server writes', () => {
    const fields: Json = {
      'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
      'f:status': { 'f:conditions': { 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } } },
    };
    expect(formatFields(parseFields(fields))).toEqual(fields);
    expect(pathsOf(parseFields(fields)).map(formatPath)).toEqual([
      '.metadata.labels',
      '.metadata.labels.a',
      '.status.conditions[type="Ready"]',
      '.status.conditions[type="Ready"].status',
    ]);
    expect(pathsOf(emptySet())).toEqual([]);
  });
});

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
