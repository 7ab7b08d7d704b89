import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Allowance, ClientPace } from './allowance.ts';

describe('an allowance', () => {
  it('lets nobody who waits as long as it says spend more than the burst and what came back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat(500)), { minLength: 1 }), (steps) => {
        const allowance = new Allowance({ burst: 100, perSecond: 10 });
        let now = 0;
        let spent = 0;
        for (const [amount, idle] of steps) {
          const wait = allowance.spend(amount, now);
          spent += amount;
          now += wait + idle;
          expect(spent).toBeLessThanOrEqual(100 + (now * 10) / 1000 + 1e-6);
        }
      }),
    );
  });

  it('is full again after a while, and not more than full', () => {
    const allowance = new Allowance({ burst: 10, perSecond: 10 });
    expect(allowance.spend(10, 0)).toBe(0);
    expect(allowance.spend(10, 3_600_000)).toBe(0);
    expect(allowance.spend(1, 3_600_000)).toBe(100);
  });
});

it('keeps a client waiting that sends many events, or many bytes', () => {
  const pace = new ClientPace(() => 0);
  expect(pace.took(16_777_216)).toBe(0);
  expect(pace.took(16_777_216)).toBe(0);
  expect(pace.took(2_097_152)).toBe(1000);
  const events = new ClientPace(() => 0);
  for (let index = 0; index < 1000; index += 1) expect(events.took(10)).toBe(0);
  expect(events.took(10)).toBe(5);
});
