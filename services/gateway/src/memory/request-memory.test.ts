import { describe, expect, it } from 'vitest';
import { BodyShare, RequestMemory } from './request-memory.ts';

const MIB = 1_048_576;

describe('BodyShare', () => {
  it('takes what a request sends, and gives all of it back when the last user releases it', () => {
    const memory = new RequestMemory(12 * MIB);
    const share = new BodyShare(memory);
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
    const large = new BodyShare(memory);
    expect(large.take(8 * MIB)).toBe(true);
    expect(new BodyShare(memory).take(MIB)).toBe(false);
    const small = Array.from({ length: 8 }, () => new BodyShare(memory));
    expect(small.map((share) => share.take(100_000))).not.toContain(false);
  });

  it('takes nothing any more for a request that is over', () => {
    const memory = new RequestMemory(12 * MIB);
    const share = new BodyShare(memory);
    share.release();
    expect(share.take(1)).toBe(false);
    expect(memory.all.used).toBe(0);
  });

  it('gives back what it took in vain', () => {
    const memory = new RequestMemory(3 * MIB);
    const share = new BodyShare(memory);
    expect(share.take(2 * MIB + 1)).toBe(false);
    share.release();
    expect([memory.all.used, memory.large.used]).toEqual([0, 0]);
  });
});
