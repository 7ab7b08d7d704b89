import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('names fields that came, went and changed, and no others', () => {
  const changes = { before: { a: 1, b: [1], c: 'x' }, after: { b: [1], c: 'y', d: true } };
  expect(changedFields(changes)).toEqual([
    { name: 'a', before: 1, after: undefined },
    { name: 'c', before: 'x', after: 'y' },
    { name: 'd', before: undefined, after: true },
  ]);
});

it.each([null, {}, { before: null, after: null }])(
  'has none where nothing is told (%#)',
  (changes) => {
    expect(changedFields(changes)).toEqual([]);
  },
);
