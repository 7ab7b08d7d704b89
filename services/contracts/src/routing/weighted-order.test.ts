import fc from 'fast-check';
import { expect, it } from 'vitest';
import { weightedOrder } from './weighted-order.ts';

const items = (...weights: number[]) => weights.map((weight, index) => ({ weight, index }));
const order = (weights: number[], random: number) =>
  weightedOrder(items(...weights), () => random).map((item) => item.index);

it('picks in proportion to the weights, the others following as they stand', () => {
  expect(order([1, 2, 1], 0)).toEqual([0, 1, 2]);
  expect(order([1, 2, 1], 0.25)).toEqual([1, 0, 2]);
  expect(order([1, 2, 1], 0.74)).toEqual([1, 0, 2]);
  expect(order([1, 2, 1], 0.75)).toEqual([2, 0, 1]);
});

it('never picks what has no weight, unless nothing has any', () => {
  for (const random of [0, 0.5, 0.999_999]) expect(order([0, 1, 0], random)[0]).toBe(1);
  expect(order([0, 0], 0.6)).toEqual([1, 0]);
});

it('keeps every item exactly once', () => {
  const weights = fc.array(fc.nat(5), { maxLength: 8 });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(weights, random, (some, at) => {
      expect(order(some, at).toSorted((a, b) => a - b)).toEqual(some.map((_, index) => index));
    }),
  );
});
