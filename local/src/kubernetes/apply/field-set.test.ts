import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../object.ts';
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
