import type { Demand } from '@aicp/contracts/limits/demands';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeLeases } from '../../testing/fake-leases.ts';
import { LeasedGateway, LIMIT, money, SUBJECT } from '../../testing/leased-gateway.ts';

const request: Demand = {
  counter: 'team/acme/ml:requests-day',
  window: { kind: 'day', starts: [0] },
  limit: 1_000,
  amount: 1,
  isHeld: false,
};

describe('counters that spend of leases', () => {
  const open: LeasedGateway[] = [];
  const gateway = (...about: ConstructorParameters<typeof LeasedGateway>): LeasedGateway => {
    const made = new LeasedGateway(...about);
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const { counters } of open.splice(0)) await counters.close();
  });

  it('never give out more than the limit together, however many ask at once, and all of it', async () => {
    const leases = new FakeLeases();
    const gateways = ['a', 'b', 'c', 'd'].map((name) => gateway(name, leases));
    const spend = async ({ take }: (typeof gateways)[number], session: string): Promise<number> => {
      let spent = 0;
      for (;;) {
        const taken = await take([request, money(1_000)]);
        if (!taken.isTaken) return spent;
        await new Promise((resolve) => setImmediate(resolve));
        taken.hold.settle([{ index: 1, amount: 900 }]);
        leases.deliver({ subject: SUBJECT, starts_ms: 0 }, session, 900);
        spent += 900;
      }
    };
    const clients = gateways.flatMap((one, index) =>
      Array.from({ length: 16 }, () => spend(one, 'abcd'[index]!)),
    );
    const total = (await Promise.all(clients)).reduce((sum, spent) => sum + spent, 0);
    expect(total).toBeLessThanOrEqual(LIMIT);
    // What one of them has left comes to those who lack it.
    expect(total).toBeGreaterThan(LIMIT - 1_000);
    for (const { inner } of gateways) expect(inner.cell(money(0)).held).toBe(0);
  });

  it('refuse nobody for what another was granted and does not use', async () => {
    const leases = new FakeLeases();
    const [one, other, third] = ['a', 'b', 'c'].map((name) => gateway(name, leases));
    // Two requests that end at once say nothing of those of the next seconds.
    for (const spending of [one!, other!]) {
      for (let turn = 0; turn < 4; turn += 1) {
        const held = await spending.take([money(50_000)]);
        if (held.isTaken) held.hold.settle([{ index: 0, amount: 50_000 }]);
      }
    }
    const taken = await Promise.all(
      [one!, other!, third!].map(({ take }) => take([money(200_000)])),
    );
    expect(taken.map(({ isTaken }) => isTaken)).toEqual([true, true, true]);
    const [last, refused] = await Promise.all([third!, one!].map(({ take }) => take([money(1)])));
    expect([last?.isTaken, refused?.isTaken]).toEqual([false, false]);
  });

  it('let those who want the last of it at once wait for one another, and only one of them have it', async () => {
    const leases = new FakeLeases();
    const gateways = ['a', 'b', 'c', 'd'].map((name) => gateway(name, leases));
    for (const [index, { take }] of gateways.entries()) {
      const held = await take([money(210_000)]);
      if (held.isTaken) held.hold.settle([{ index: 0, amount: 210_000 }]);
      leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'abcd'[index]!, 210_000);
    }
    const taken = await Promise.all(gateways.map(({ take }) => take([money(90_000)])));
    expect(taken.filter(({ isTaken }) => isTaken)).toHaveLength(1);
  });

  it('give out to a new one nothing before it was granted something, and to one without contact what it has', async () => {
    const leases = new FakeLeases();
    const away = { isAway: true, isAlone: true, calls: 0 };
    const fresh = gateway('a', leases, away);
    expect(await fresh.take([money(1)])).toMatchObject({ isTaken: false, refusedBy: [0] });
    const { take, state } = gateway('b', leases);
    expect((await take([money(700_000)])).isTaken).toBe(true);
    state.isAway = true;
    expect((await take([money(400_000)])).isTaken).toBe(false);
    const calls = state.calls;
    expect((await take([money(400_000)])).isTaken).toBe(false);
    expect(state.calls).toBe(calls);
  });

  const yielding = (amount: number, limit = LIMIT): Demand => ({
    ...money(amount, limit),
    yields: true,
  });

  it('ask before they take what is cheaper instead, and take that where the limit leaves nothing else', async () => {
    const leases = new FakeLeases();
    const { take } = gateway('a', leases);
    const cheaper = [money(10, Number.MAX_SAFE_INTEGER)];
    expect(await take([yielding(900_000)], cheaper)).toMatchObject({
      isTaken: true,
      isOther: false,
    });
    expect(await take([money(900_000)], cheaper)).toMatchObject({ isTaken: false });
    expect(await take([yielding(900_000)], cheaper)).toMatchObject({
      isTaken: true,
      isOther: true,
    });
  });

  it('have what is cheaper granted too, up to a higher limit, and nothing more of the lower one', async () => {
    const leases = new FakeLeases();
    const [one, other] = [gateway('a', leases), gateway('b', leases)];
    const cheaper = [money(100_000, 2 * LIMIT)];
    expect((await one.take([yielding(900_000)], cheaper)).isTaken).toBe(true);
    for (let turn = 0; turn < 10; turn += 1) {
      const { take } = turn % 2 === 0 ? other : one;
      expect(await take([yielding(300_000)], cheaper)).toMatchObject({ isOther: true });
    }
    expect(await other.take([yielding(300_000)], cheaper)).toMatchObject({ isOther: true });
    expect(await other.take([yielding(300_000)], cheaper)).toMatchObject({ isTaken: false });
  });

  it('would let pass what they would be granted, though they were granted nothing yet', async () => {
    const { counters, take } = gateway('a', new FakeLeases());
    expect(await counters.peek([money(300_000), request])).toMatchObject({ refusedBy: [] });
    expect((await take([money(800_000)])).isTaken).toBe(true);
    expect(await counters.peek([money(300_000), request])).toMatchObject({
      refusedBy: [0],
      standings: [{ remaining: 200_000, limit: LIMIT }, {}],
    });
  });

  it('know that a budget is used up which others spent while they spent themselves', async () => {
    const leases = new FakeLeases();
    const [one, other] = [gateway('a', leases), gateway('b', leases)];
    const spend = async (
      { take }: typeof one,
      session: string,
      usd: number,
      isDelivered = true,
    ) => {
      const taken = await take([money(usd)]);
      if (taken.isTaken) taken.hold.settle([{ index: 0, amount: usd }]);
      if (isDelivered) leases.deliver({ subject: SUBJECT, starts_ms: 0 }, session, usd);
      return taken;
    };
    await spend(one, 'a', 300_000);
    await spend(other, 'b', 400_000);
    await spend(one, 'a', 250_000, false);
    expect(await one.take([money(60_000)])).toMatchObject({
      isTaken: false,
      standings: [{ remaining: 50_000 }],
    });
  });

  it('say that nobody granted what may have room, and by how much all are beyond a limit', async () => {
    const leases = new FakeLeases();
    leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'z', LIMIT + 5);
    const { take } = gateway('a', leases);
    const beyond = await take([money(1)]);
    expect(beyond).toMatchObject({ isTaken: false, standings: [{ remaining: 0, over: 5 }] });
    expect(beyond).not.toHaveProperty('isUngranted');
    const fresh = gateway('b', leases, { isAway: true, isAlone: true, calls: 0 });
    expect(await fresh.take([money(1)])).toMatchObject({ isTaken: false, isUngranted: true });
  });

  it('tell what all have left, also of what only warns', async () => {
    const leases = new FakeLeases();
    leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'z', 400_000);
    const { take } = gateway('a', leases);
    expect(await take([money(100_000)])).toMatchObject({
      isTaken: true,
      standings: [{ remaining: 500_000, limit: LIMIT }],
    });
    const open = await take([money(1, Number.MAX_SAFE_INTEGER)]);
    expect(Number.MAX_SAFE_INTEGER - (open.standings[0]?.remaining ?? 0)).toBe(500_001);
  });

  it('know what all have left once somebody has asked, and without contact what they were granted themselves', async () => {
    const leases = new FakeLeases();
    leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'z', 400_000);
    const { take, counters, state, pass } = gateway('a', leases);
    const known = () => counters.known([money(0)])[0]?.remaining;
    expect(known()).toBe(0);
    await counters.learn([money(0)]);
    expect([known(), state.calls]).toEqual([600_000, 1]);
    await counters.learn([money(0)]);
    expect(state.calls).toBe(1);
    await take([money(100_000)]);
    expect(known()).toBe(500_000);
    state.isAway = true;
    pass(2_001);
    await counters.learn([money(0)]);
    expect(known()).toBe(0);
  });

  it('ask before they tell how a budget stands that they have not spent of', async () => {
    const leases = new FakeLeases();
    leases.deliver({ subject: SUBJECT, starts_ms: 0 }, 'z', 400_000);
    const { counters } = gateway('a', leases);
    const { standings } = await counters.peek([money(0)]);
    expect(standings).toMatchObject([{ remaining: 600_000, limit: LIMIT }]);
  });

  it('ask nobody for requests that no money is counted of', async () => {
    const { take, state } = gateway('a', new FakeLeases());
    expect((await take([request])).isTaken).toBe(true);
    expect(state.calls).toBe(0);
  });
});
