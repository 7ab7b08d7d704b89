import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import type { LeaseAnswer, LeaseCall } from '@aicp/contracts/budgets/lease-call';
import { describe, expect, it, vi } from 'vitest';
import { LeaseBook } from './lease-book.ts';
import { LeaseCaller, type LeaseCallerOptions } from './lease-caller.ts';

const GRANT = { granted: '5', spent: '0', base: '0', others: '0' };
const SUBJECT = { scope: 'team', organization: 'acme', value: 'ml' } as const;
const demand = {
  counter: 'team/acme/ml:usd-month',
  window: { kind: 'period', startsMs: 0, endsMs: Date.now() + 86_400_000 },
  limit: 10,
  amount: 1,
  isHeld: true,
} as const;

/** A caller of a budget service that does not answer so many calls. */
function callerWith(lost: number, more: Partial<LeaseCallerOptions> = {}) {
  const calls: LeaseCall[] = [];
  const own = { used: 0, held: 0 };
  const book = new LeaseBook({
    describe: () => ({ subject: SUBJECT, unit: 1, own }),
    now: () => systemClock.now(),
    otherwise: { most: () => 0 },
  });
  const send = async (call: LeaseCall): Promise<LeaseAnswer> => {
    calls.push(call);
    await Promise.resolve();
    if (calls.length <= lost) throw new Error('away');
    return { valid_ms: 1_000, counters: call.counters.map(() => GRANT) };
  };
  const caller = new LeaseCaller({
    book,
    replica: 'a',
    session: 'a-2',
    client: { send, close: () => Promise.resolve() },
    isAlone: () => true,
    hasDeliveredOlder: () => true,
    clock: systemClock,
    log: createLogger({ service: 'test', level: 'silent' }),
    ...more,
  });
  const account = book.accountOf(demand)!;
  account.lacks(1, demand.limit, 0);
  const ask = () =>
    new Promise<void>((resolve) => {
      caller.ask([[account, 1]], resolve);
    });
  return { caller, calls, account, ask };
}

describe('calls to the budget service', () => {
  it('end with one that gives back what is not used, also where another one is under way', async () => {
    const { caller, calls, ask } = callerWith(0);
    const asked = ask();
    await expect.poll(() => calls.length).toBe(1);
    await caller.stop();
    await asked;
    expect(calls.map(({ counters }) => counters[0]?.target)).toEqual(['1', '0']);
  });

  it('are tried once more before anybody goes without a grant', async () => {
    const { caller, calls, account, ask } = callerWith(1);
    await ask();
    expect([calls.length, account.granted, caller.isLost]).toEqual([2, 5, false]);
    await caller.stop();
  });

  it('are no more waited for once two were lost', async () => {
    const { caller, calls, account, ask } = callerWith(2);
    await ask();
    expect([calls.length, account.granted, caller.isLost]).toEqual([2, 0, true]);
    await ask();
    expect(calls.length).toBe(2);
    await caller.stop();
  });

  it('tell that earlier processes hold nothing, though nobody asks for anything, until that is heard', async () => {
    let hasDeliveredOlder = false;
    const { caller, calls, account } = callerWith(1, {
      hasDeliveredOlder: () => hasDeliveredOlder,
    });
    // Nobody has asked for it for long.
    for (let saying = 0; saying < 20; saying += 1) {
      account.wish({ nowMs: 0, isAlone: true, isLast: false });
    }
    vi.useFakeTimers();
    try {
      caller.wake();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(calls).toEqual([]);
      hasDeliveredOlder = true;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(calls).toHaveLength(2);
      expect(calls[1]).toMatchObject({ session: 'a-2', has_delivered_older: true, counters: [] });
    } finally {
      vi.useRealTimers();
      await caller.stop();
    }
  });
});
