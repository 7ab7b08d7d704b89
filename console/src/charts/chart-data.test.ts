import { expect, it } from 'vitest';
import { loneValues } from './chart-data.ts';

it('finds values that no line leads to', () => {
  expect(loneValues([1, null, 2, 3, null, 4])).toEqual([0, 5]);
  expect(loneValues([null, 0, null])).toEqual([1]);
  expect(loneValues([1, 2])).toEqual([]);
  expect(loneValues([])).toEqual([]);
});
