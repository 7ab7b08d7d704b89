import { describe, expect, it } from 'vitest';
import { apiKey, type Extra } from '../../testing/builders.ts';
import { after, bindingsOf, compiled, keys, verdictOn } from '../../testing/compiled.ts';
import type { SourceObject } from '../source-object.ts';

const madeBy = (key: string, uid = `APIKey-${key}`) => ({ createdBy: { key, uid } });

/** What becomes of the key `child` among other keys. */
function child(spec: object, others: readonly SourceObject[]) {
  const result = compiled([apiKey('child', spec, { age: 9 }), ...others]);
  return {
    verdict: verdictOn(result, 'child'),
    fragment: keys(result).find((one) => one['id'] === 'child'),
  };
}

const parent = (spec: object = {}, extra: Extra = {}) => apiKey('parent', spec, extra);

describe('a key that a key made', () => {
  it('works while the one that made it does, a rotation of that included', () => {
    expect(child(madeBy('parent'), [parent()]).fragment).toMatchObject({ blocked: false });
    const rotated = parent({ keyHash: 'f'.repeat(64) }, { generation: 2 });
    expect(child(madeBy('parent'), [rotated]).fragment).toMatchObject({ blocked: false });
  });

  it.each([
    ['blocked', [parent({ blocked: true })], 'the key "parent" is blocked'],
    ['deleted', [], 'the key "parent" that made this one is gone'],
    ['of no readable form', [parent({ expiresAt: '2026-02-31T24:99:00Z' })], 'cannot be read'],
  ])('is refused where that is %s, and says so', (_, others, says) => {
    const { verdict, fragment } = child(madeBy('parent'), others);
    expect(fragment).toMatchObject({ blocked: true });
    expect(verdict.message).toContain(says);
  });

  it('is refused where that was deleted and made anew, and says so', () => {
    const objects = (uid: string) => [
      apiKey('child', madeBy('parent', 'first')),
      parent({}, { uid }),
    ];
    const first = compiled(objects('first'));
    const bindings = bindingsOf(first);
    expect(verdictOn(first, 'child').parent).toEqual({
      ...{ objectUid: 'APIKey-child', key: 'parent', uid: 'first' },
    });
    for (const known of [{ bindings }, { previous: after(first) }]) {
      const second = compiled(objects('another'), known);
      const made = keys(second).find((one) => one['id'] === 'child');
      expect(made).toMatchObject({ blocked: true });
      expect(verdictOn(second, 'child').message).toContain('is not the one that made this key');
    }
  });

  it('is bound anew where the whole installation was restored, whichever comes first', () => {
    const restored = apiKey('child', madeBy('parent', 'of-another-cluster'));
    const owner = { objectUid: 'old' };
    const bindings = new Map([
      [restored.uid, { owner, parent: { objectUid: 'old', key: 'parent', uid: 'old-parent' } }],
    ]);
    const alone = compiled([restored], { bindings });
    expect(keys(alone)).toMatchObject([{ blocked: true }]);
    const both = [restored, parent({}, { uid: 'new' })];
    for (const known of [bindings, bindingsOf(alone), new Map()]) {
      const found = keys(compiled(both, { bindings: known }));
      expect(found.map((one) => one['blocked'])).toEqual([false, false]);
    }
  });

  it('is refused where an earlier version refused it, which recorded no maker', () => {
    const old = apiKey('child', madeBy('parent', 'gone'));
    const bindings = new Map([[old.uid, { owner: { objectUid: old.uid } }]]);
    const found = keys(compiled([old, parent()], { bindings }));
    expect(found.find((one) => one['id'] === 'child')).toMatchObject({ blocked: true });
  });

  it('has tokens of another generation after a block of any key that it comes from', () => {
    const generation = (own: object, above: object) =>
      child({ ...madeBy('parent'), ...own }, [parent(above)]).fragment?.['tokenGeneration'];
    expect(generation({}, {})).toBeUndefined();
    expect(generation({}, { tokenGeneration: 2 })).toBe(2);
    expect(generation({ tokenGeneration: 1 }, { tokenGeneration: 2 })).toBe(3);
  });

  it('is refused with the key that made the one that made it', () => {
    const middle = apiKey('middle', madeBy('parent'));
    const good = child(madeBy('middle'), [parent(), middle]);
    expect(good.fragment).toMatchObject({ blocked: false });
    const bad = child(madeBy('middle'), [parent({ blocked: true }), middle]);
    expect(bad.fragment).toMatchObject({ blocked: true });
  });

  it('ends with it at the latest', () => {
    const expiresAt = '2026-05-01T00:00:00Z';
    const { fragment } = child(madeBy('parent'), [parent({ expiresAt })]);
    expect(fragment?.['hashes']).toMatchObject([{ until: expiresAt }]);
  });

  it('is refused where keys made one another in a ring', () => {
    const ring = [apiKey('a', madeBy('b')), apiKey('b', madeBy('a'))];
    expect(child(madeBy('a'), ring).fragment).toMatchObject({ blocked: true });
  });
});
