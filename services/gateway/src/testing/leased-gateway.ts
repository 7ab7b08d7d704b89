import { EqualShares } from '@aicp/common/counters/allowance';
import type { Taken } from '@aicp/common/counters/counters';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { countedBy } from '@aicp/contracts/budgets/money-counter-name';
import type { Demand } from '@aicp/contracts/limits/demands';
import { LeaseBook } from '../limits/leases/lease-book.ts';
import { LeaseCaller } from '../limits/leases/lease-caller.ts';
import { LeasedCounters } from '../limits/leases/leased-counters.ts';
import type { FakeLeases } from './fake-leases.ts';

const PERIOD = { kind: 'period', startsMs: 0, endsMs: Date.now() + 86_400_000 } as const;
export const SUBJECT = { scope: 'team', organization: 'acme', value: 'ml' } as const;
export const LIMIT = 1_000_000;

/** A demand for money of a team. */
export const money = (amount: number, limit = LIMIT): Demand => ({
  counter: 'team/acme/ml:usd-month',
  window: PERIOD,
  limit,
  amount,
  isHeld: true,
});

/** What of the budget service and of shared counters a gateway meets. */
export interface Surroundings {
  isAway: boolean;
  isAlone: boolean;
  /** Calls for leases so far. */
  calls: number;
}

/** Counters of one gateway that calls for leases. */
export class LeasedGateway {
  readonly inner: MemoryCounters;
  readonly counters: LeasedCounters;
  readonly state: Surroundings;
  private passed = 0;

  constructor(session: string, leases: FakeLeases, state: Partial<Surroundings> = {}) {
    this.state = { isAway: false, isAlone: true, calls: 0, ...state };
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + this.passed };
    const isAlone = () => this.state.isAlone;
    const book = new LeaseBook({
      describe: (demand) => {
        const { subject, unit } = countedBy(demand.counter)!;
        return { subject, unit, own: this.inner.cell(demand) };
      },
      now: () => systemClock.now(),
      otherwise: new EqualShares(() => 1),
    });
    this.inner = new MemoryCounters(systemClock, () => 1, book);
    const caller = new LeaseCaller({
      book,
      replica: session,
      session,
      client: {
        send: async (call) => {
          this.state.calls += 1;
          await Promise.resolve();
          if (this.state.isAway) throw new Error('away');
          return leases.answer(call);
        },
        close: () => Promise.resolve(),
      },
      isAlone,
      hasDeliveredOlder: () => true,
      clock,
      log: createLogger({ service: 'test', level: 'silent' }),
    });
    this.counters = new LeasedCounters({ counters: this.inner, book, caller, isAlone, clock });
  }

  readonly take = (demands: readonly Demand[], otherwise?: readonly Demand[]): Promise<Taken> =>
    new Promise((resolve) => {
      this.counters.take(demands, resolve, otherwise);
    });

  /** So much time passes by the steady clock. */
  readonly pass = (ms: number): void => {
    this.passed += ms;
  };
}
