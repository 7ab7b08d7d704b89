import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

describe('ByteBudget', () => {
  it('lends bytes up to its limit, and again what was given back', () => {
    const budget = new ByteBudget(10);
    expect(budget.take(6)).toBe(true);
    expect(budget.take(5)).toBe(false);
    expect(budget.take(4)).toBe(true);
    expect(budget).toMatchObject({ used: 10, refused: 1 });
    budget.giveBack(6);
    expect(budget.take(5)).toBe(true);
  });

  it('never holds more than its limit, nor less than nothing', () => {
    const act = fc.record({ bytes: fc.nat(40), isTake: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(100), fc.array(act), (limit, acts) => {
        const budget = new ByteBudget(limit);
        const held: number[] = [];
        for (const { bytes, isTake } of acts) {
          if (isTake && budget.take(bytes)) held.push(bytes);
          if (!isTake) budget.giveBack(held.pop() ?? 0);
          expect(budget.used).toBe(held.reduce((sum, one) => sum + one, 0));
          expect(budget.used).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('tells of bytes that were given back twice', () => {
    const budget = new ByteBudget(10);
    budget.take(5);
    budget.giveBack(5);
    expect(() => {
      budget.giveBack(5);
    }).toThrow(RangeError);
  });
});
