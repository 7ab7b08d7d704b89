import { PriceSchedule } from '../prices/price-schedule.ts';
import { ROUTING_STRATEGIES, type RoutingStrategy } from '@aicp/crds/kit/routing-strategies';
import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import type { RoutingModel } from './catalog/resolution.ts';
import { inOrder } from './member-order.ts';
import { cutText } from './request/chat-facts.ts';
import { ZonedClock } from './request/zoned-clock.ts';

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

describe('the order of a group', () => {
  /** The indexes of members with these weights. */
  const order = (weights: readonly number[], random: () => number, name: RoutingStrategy) => {
    const members = weights.map((weight, index) => ({ model: modelNamed(String(index)), weight }));
    const stats = undefined;
    return inOrder(members, { strategy: name, random, stats }).map(({ id }) => Number(id));
  };
  const shuffled = (weights: readonly number[], ...dice: readonly number[]) => {
    let thrown = 0;
    return order(weights, () => dice[thrown++] ?? 0, 'simple-shuffle');
  };
  const modelNamed = (id: string): RoutingModel => ({
    kind: 'model',
    id,
    name: id,
    names: [id],
    organization: undefined,
    isPlatforms: true,
    mode: 'chat',
    base: undefined,
    provider: { id: 'sim', organization: undefined, unusable: undefined },
    tier: undefined,
    price: undefined,
    pricing: new PriceSchedule({ prices: {}, priceVersion: 'v' }, 'chat'),
    fallbacks: [],
    fallbacksFor: { context_window: [], content_policy: [] },
  });

  it('is drawn in proportion to the weights, and so are those that come next', () => {
    expect(shuffled([1, 2, 1], 0)).toEqual([0, 1, 2]);
    expect(shuffled([1, 2, 1], 0.25)).toEqual([1, 0, 2]);
    expect(shuffled([1, 2, 1], 0.74, 0.6)).toEqual([1, 2, 0]);
    expect(shuffled([1, 2, 1], 0.75)).toEqual([2, 0, 1]);
  });

  it('ends with what has no weight, any of which may be first of those', () => {
    for (const random of [0, 0.5, 0.999_999]) expect(shuffled([0, 1, 0], random)[0]).toBe(1);
    expect(shuffled([0, 0], 0.6)).toEqual([1, 0]);
  });

  it('has every member once, whatever the strategy', () => {
    const weights = fc.array(fc.nat(5), { maxLength: 8 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const named = fc.constantFrom(...ROUTING_STRATEGIES);
    fc.assert(
      fc.property(weights, random, named, (some, at, name) => {
        const all = order(some, () => at, name);
        expect(all.toSorted((a, b) => a - b)).toEqual(some.map((_, index) => index));
      }),
    );
  });
});
