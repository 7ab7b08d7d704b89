import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** A bucket, and a way to spend of it at a time in ms. */
function bucketOf(rate: { readonly burst: number; readonly perSecond: number }) {
  let at = 0;
  const bucket = new TokenBucket({ ...rate, clock: { ...systemClock, monotonic: () => at } });
  return {
    spend: (amount: number, now: number): number => {
      at = now;
      return bucket.spend(amount);
    },
  };
}

describe('a bucket of which also what is not there can be spent', () => {
  it('lets nobody who waits as long as it says spend more than the burst and what came back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat(500)), { minLength: 1 }), (steps) => {
        const bucket = bucketOf({ burst: 100, perSecond: 10 });
        let now = 0;
        let spent = 0;
        for (const [amount, idle] of steps) {
          const wait = bucket.spend(amount, now);
          spent += amount;
          now += wait + idle;
          expect(spent).toBeLessThanOrEqual(100 + (now * 10) / 1000 + 1e-6);
        }
      }),
    );
  });

  it('is full again after a while, and not more than full', () => {
    const bucket = bucketOf({ burst: 10, perSecond: 10 });
    expect(bucket.spend(10, 0)).toBe(0);
    expect(bucket.spend(10, 3_600_000)).toBe(0);
    expect(bucket.spend(1, 3_600_000)).toBe(100);
  });
});
