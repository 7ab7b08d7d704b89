import type { Taken } from '@aicp/common/counters/counters';
import type { Demand } from '@aicp/contracts/limits/demands';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeLeases } from '../../testing/fake-leases.ts';
import { LeasedGateway, LIMIT, money, SUBJECT } from '../../testing/leased-gateway.ts';

describe('money that gateways count together', () => {
  const open: LeasedGateway[] = [];
  const gateway = (...about: ConstructorParameters<typeof LeasedGateway>): LeasedGateway => {
    const made = new LeasedGateway(...about);
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const { counters } of open.splice(0)) await counters.close();
  });

  it('ask what was spent before they count, and nothing more, while they share', async () => {
    const leases = new FakeLeases();
    leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'z', 5);
    const sharing = { isAway: false, isAlone: false, calls: 0 };
    const { take, state } = gateway('a', leases, sharing);
    for (let turn = 0; turn < 3; turn += 1) await take([money(0)]);
    expect(state.calls).toBe(1);
  });

  it('say of money that others count too, and of which nobody knows what was spent, that this is not known; and tell the service what was refused', async () => {
    const leases = new FakeLeases();
    const { take, inner, state } = gateway('a', leases, { isAway: true, isAlone: false });
    const seen: (readonly Demand[])[] = [];
    const refusal = (isUnknown: boolean): Taken => ({
      isTaken: false,
      standings: [{ remaining: 0, resetMs: 1, ...(isUnknown ? { isUnknown } : {}) }],
      refusedBy: [0],
      retryAfterMs: 1,
    });
    vi.spyOn(inner, 'take').mockImplementation((demands, done) => {
      seen.push(demands);
      done(refusal(demands[0]?.base === -1));
    });
    expect(await take([money(5)])).toMatchObject({ isTaken: false, isUngranted: true });
    leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'z', 400);
    state.isAway = false;
    await expect
      .poll(async () => {
        await take([money(5)]);
        return seen.at(-1)?.[0];
      })
      .toMatchObject({ base: 0, least: 400 });
    expect(await take([money(5)])).not.toHaveProperty('isUngranted');
    await expect.poll(() => leases.refusedAt).toBe(String(LIMIT));
  });
});
