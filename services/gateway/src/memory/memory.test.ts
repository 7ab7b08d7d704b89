import fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { BodyBytes } from './body-bytes.ts';
import { ByteBudget } from './byte-budget.ts';
import { Holder, KeyHolder } from './holders.ts';
import { BodyShare, RequestMemory } from './request-memory.ts';

describe('body bytes', () => {
  it('a body is what came, in whatever pieces', () => {
    const piece = fc.tuple(fc.nat(255), fc.oneof(fc.nat(10), fc.nat(200_000)));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isDeclared) => {
        const chunks = pieces.map(([byte, length]) => Buffer.alloc(length, byte));
        const whole = Buffer.concat(chunks);
        const body = new BodyBytes(isDeclared ? whole.length : 2_400_000);
        for (const chunk of chunks) body.add(chunk);
        expect(body.length).toBe(whole.length);
        expect(body.take().equals(whole)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

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

describe('request memory', () => {
  const MIB = 1_048_576;
  const someone = new KeyHolder(new Holder());

  describe('BodyShare', () => {
    it('takes what a request sends, and gives all of it back when the last user releases it', () => {
      const memory = new RequestMemory(12 * MIB);
      const share = new BodyShare(memory, someone);
      expect(share.take(MIB) && share.take(MIB)).toBe(true);
      expect([memory.all.used, memory.large.used]).toEqual([2 * MIB, 2 * MIB]);
      share.retain();
      share.release();
      expect(memory.all.used).toBe(2 * MIB);
      share.release();
      expect([memory.all.used, memory.large.used]).toEqual([0, 0]);
    });

    it('leaves room for small requests where large ones have taken their part', () => {
      const memory = new RequestMemory(12 * MIB);
      const large = new BodyShare(memory, someone);
      expect(large.take(8 * MIB)).toBe(true);
      expect(new BodyShare(memory, someone).take(MIB)).toBe(false);
      const small = Array.from({ length: 8 }, () => new BodyShare(memory, someone));
      expect(small.map((share) => share.take(100_000))).not.toContain(false);
    });

    it('takes nothing any more for a request that is over', () => {
      const memory = new RequestMemory(12 * MIB);
      const share = new BodyShare(memory, someone);
      share.release();
      expect(share.take(1)).toBe(false);
      expect(memory.all.used).toBe(0);
    });

    it('gives back what it took in vain', () => {
      const memory = new RequestMemory(3 * MIB);
      const share = new BodyShare(memory, someone);
      expect(share.take(2 * MIB + 1)).toBe(false);
      share.release();
      expect([memory.all.used, memory.large.used]).toEqual([0, 0]);
    });
  });
});
