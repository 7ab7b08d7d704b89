import { LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { PoolSet } from './pool-set.ts';

const egress = { platform: LOCAL_TOO, tenants: PUBLIC_ONLY };

describe('a set of pools', () => {
  it('has one for an origin, and keeps it for as long as it is wished for', () => {
    const pools = new PoolSet({ egress, clock: systemClock });
    const a = { origin: 'http://a', timeoutMs: 60_000, owner: 'platform' } as const;
    const b = { origin: 'http://b', timeoutMs: 60_000, owner: 'platform' } as const;
    const [first, second] = [pools.of(a), pools.of(b)];
    expect(pools.of({ ...a, timeoutMs: 90_000 })).toBe(first);
    expect(second).not.toBe(first);
    pools.keepOnly([a]);
    expect(pools.of(a)).toBe(first);
    expect(pools.of(b)).not.toBe(second);
  });

  it('keeps those apart that give up a connection sooner', () => {
    const pools = new PoolSet({ egress, clock: systemClock });
    const patient = pools.of({ origin: 'http://a', timeoutMs: 60_000, owner: 'platform' });
    expect(pools.of({ origin: 'http://a', timeoutMs: 500, owner: 'platform' })).not.toBe(patient);
  });

  it('lends no connection of the platform to an organization, which may not reach as far', () => {
    const pools = new PoolSet({ egress, clock: systemClock });
    const wish = { origin: 'http://127.0.0.1:9', timeoutMs: 500 };
    expect(pools.of({ ...wish, owner: 'tenants' })).not.toBe(
      pools.of({ ...wish, owner: 'platform' }),
    );
  });
});
