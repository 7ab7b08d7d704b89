import type { Demand, Window } from '@aicp/contracts/limits/demands';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EqualShares } from './allowance.ts';

const demand = (window: Window, limit: number): Demand => ({
  counter: 'c',
  window,
  limit,
  amount: 1,
  isHeld: true,
});
const MONTH: Window = { kind: 'period', startsMs: 0, endsMs: 1 };

describe('equal shares', () => {
  it('are of the whole limit where nothing was heard, and one at least', () => {
    const shares = new EqualShares(() => 4);
    expect(shares.most(demand(MONTH, 100), undefined)).toBe(25);
    expect(shares.most(demand({ kind: 'minute' }, 3), undefined)).toBe(1);
    expect(shares.most(demand({ kind: 'minute' }, 100), { others: 90, ownThen: 5 })).toBe(25);
  });

  it('of money never are more than was left when all heard of it, whatever each had spent', () => {
    const own = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(own, fc.integer({ min: 0, max: 8e9 }), (spent, limit) => {
        const all = spent.reduce((sum, one) => sum + one, 0);
        const shares = new EqualShares(() => spent.length);
        const most = spent
          .map((ownThen) => shares.most(demand(MONTH, limit), { ownThen, others: all - ownThen }))
          .reduce((sum, one) => sum + one, 0);
        expect(most).toBeLessThanOrEqual(Math.max(limit, all));
      }),
    );
  });

  it('of one alone are all that there is', () => {
    const shares = new EqualShares(() => 1);
    expect(shares.most(demand(MONTH, 100), undefined)).toBe(100);
    expect(shares.most(demand(MONTH, 100), { others: 30, ownThen: 20 })).toBe(70);
  });
});
