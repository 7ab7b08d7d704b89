import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import { expect, it } from 'vitest';
import { EMPTY_INDEX, type SnapshotIndex } from './index-object.ts';
import { previousOf } from './previous.ts';
import { SectionStore } from './section-store.ts';

const store = new SectionStore();

/** History, newest first: the generation of object `u` in each revision, undefined where it was left out. */
function history(...generations: (number | undefined)[]): SnapshotIndex {
  return {
    ...EMPTY_INDEX,
    history: generations.map((generation, place) => {
      const source = { kind: 'Model', name: 'm', uid: 'u', generation: generation ?? 0 };
      const bytes = canonicalJson(generation === undefined ? [] : [{ source }]);
      store.remember(sha256(bytes), bytes);
      const services = { gateway: { digest: '', sections: { models: sha256(bytes) } } };
      return { epoch: 1, revision: 9 - place, at: '', services, degraded: [] };
    }),
  };
}

const refused = (...generations: number[]) =>
  generations.map((generation) => ({
    ...{ uid: 'u', generation, section: 'models', message: 'x', by: 'gateway 1' },
  }));

it.each([
  ['the newest', history(3, 2), [], 3],
  ['the one before it where that was refused', history(3, 2), [3], 2],
  ['the one before those that were refused', history(4, 3, 2), [3, 4], 2],
  ['none where all were refused', history(3, 2), [2, 3], undefined],
  ['none from beyond a revision without it', history(undefined, 2), [], undefined],
  [
    'none from beyond a revision without it, refused or not',
    history(3, undefined, 1),
    [3],
    undefined,
  ],
  ['none of an object that never was there', history(), [], undefined],
] as const)('the last good form is %s', (_, index, generations, expected) => {
  const previous = previousOf(index, refused(...generations), store);
  const fragment = previous.lastGood('models', 'u') as
    { source: { generation: number } } | undefined;
  expect(fragment?.source.generation).toBe(expected);
});

it('lists the refused generations of an object', () => {
  expect(previousOf(EMPTY_INDEX, refused(1, 2), store).refused.get('u')).toHaveLength(2);
});
