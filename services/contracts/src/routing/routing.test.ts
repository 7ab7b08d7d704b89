import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { cutText } from './request/chat-facts.ts';
import { ZonedClock } from './request/zoned-clock.ts';
import { weightedOrder } from './weighted-order.ts';

describe('cut text', () => {
  it('cuts what is too long, and nothing else', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc');
    expect(cutText('x'.repeat(10_000), 256)).toBe('x'.repeat(256));
  });
});

describe('zoned clock', () => {
  it.each([
    ['UTC', '2026-11-21T00:00:00Z', 0, 'sat'],
    ['UTC', '2026-11-22T23:59:59Z', 23, 'sun'],
    ['Asia/Kolkata', '2026-11-21T18:29:59Z', 23, 'sat'],
    ['Asia/Kolkata', '2026-11-21T18:30:00Z', 0, 'sun'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 1, 'sun'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 3, 'sun'],
  ])('in %s %s is %i on %s', (zone, at, hour, weekday) => {
    expect(new ZonedClock(zone).at(Date.parse(at))).toEqual({ hour, weekday });
  });

  it('follows the time from minute to minute, also backwards', () => {
    const clock = new ZonedClock('UTC');
    const hours = ['10:59', '11:00', '10:59'].map(
      (time) => clock.at(Date.parse(`2026-11-21T${time}:00Z`)).hour,
    );
    expect(hours).toEqual([10, 11, 10]);
  });

  it('refuses a zone that does not exist', () => {
    expect(() => new ZonedClock('Mars/Olympus')).toThrow(RangeError);
  });
});

const items = (...weights: number[]) => weights.map((weight, index) => ({ weight, index }));
const order = (weights: number[], random: number) =>
  weightedOrder(items(...weights), () => random).map((item) => item.index);

it('picks in proportion to the weights, the others following as they stand', () => {
  expect(order([1, 2, 1], 0)).toEqual([0, 1, 2]);
  expect(order([1, 2, 1], 0.25)).toEqual([1, 0, 2]);
  expect(order([1, 2, 1], 0.74)).toEqual([1, 0, 2]);
  expect(order([1, 2, 1], 0.75)).toEqual([2, 0, 1]);
});

it('never picks what has no weight, unless nothing has weight', () => {
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
