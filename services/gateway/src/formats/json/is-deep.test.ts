import { expect, it } from 'vitest';
import { isDeep } from './is-deep.ts';

it('counts lists and objects within each other, and stops where there are too many', () => {
  const nested = (levels: number): unknown =>
    JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`);
  expect([isDeep(1, 0), isDeep([], 0), isDeep([], 1)]).toEqual([false, true, false]);
  expect([isDeep(nested(2), 4), isDeep([null, nested(2)], 4)]).toEqual([false, true]);
  expect(isDeep(nested(100_000), 100)).toBe(true);
});
