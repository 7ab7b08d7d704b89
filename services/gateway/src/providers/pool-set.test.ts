import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { PoolSet } from './pool-set.ts';

describe('a set of pools', () => {
  it('has one for an origin, and keeps it for as long as it is wished for', () => {
    const pools = new PoolSet(systemClock);
    const a = { origin: 'http://a', timeoutMs: 60_000 };
    const b = { origin: 'http://b', timeoutMs: 60_000 };
    const [first, second] = [pools.of(a), pools.of(b)];
    expect(pools.of({ ...a, timeoutMs: 90_000 })).toBe(first);
    expect(second).not.toBe(first);
    pools.keepOnly([a]);
    expect(pools.of(a)).toBe(first);
    expect(pools.of(b)).not.toBe(second);
  });

  it('keeps those apart that give up a connection sooner', () => {
    const pools = new PoolSet(systemClock);
    const patient = pools.of({ origin: 'http://a', timeoutMs: 60_000 });
    expect(pools.of({ origin: 'http://a', timeoutMs: 500 })).not.toBe(patient);
  });
});
