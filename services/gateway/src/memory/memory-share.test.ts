import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Holders } from './holders.ts';
import { MemoryShare, RequestMemory } from './request-memory.ts';

const MOST = 3_000_000;

it('holds exactly what was taken and not given back, and nothing once whoever held it is gone', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(900_000), fc.boolean())), (steps) => {
      const memory = new RequestMemory(MOST);
      const holder = new Holders().of({ organization: 'acme', key: 'ci' });
      const share = new MemoryShare(memory, holder);
      const held: number[] = [];
      for (const [bytes, isBack] of steps) {
        const oldest = isBack ? held.shift() : undefined;
        if (oldest !== undefined) share.giveBack(oldest);
        else if (share.take(bytes) === undefined) held.push(bytes);
        const sum = held.reduce((total, one) => total + one, 0);
        expect(memory.all.used).toBe(sum);
        expect(memory.large.used).toBe(sum > 262_144 ? sum : 0);
      }
      share.release();
      share.giveBack(1);
      expect(share.take(1)).toBeUndefined();
      expect([memory.all.used, memory.large.used, holder.isIdle]).toEqual([0, 0, true]);
    }),
  );
});
