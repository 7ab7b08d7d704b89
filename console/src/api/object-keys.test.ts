import { expect, it } from 'vitest';
import { collectionKey, isOfObject } from './query-client.ts';

const teams = collectionKey('/api/v1/teams');

it('knows what is read of one object from what is read of others and of lists', () => {
  const isOf = (...rest: readonly unknown[]) =>
    isOfObject([...teams, ...rest], '/api/v1/teams', 'ml');
  expect(isOf('object', 'ml', '', {})).toBe(true);
  expect(isOf('object', 'ml', '/history')).toBe(true);
  expect(isOf('object', 'ops', '', {})).toBe(false);
  expect(isOf('list', { q: 'ml' })).toBe(false);
  expect(isOfObject([...teams, 'object', 'ml'], '/api/v1/models', 'ml')).toBe(false);
});
