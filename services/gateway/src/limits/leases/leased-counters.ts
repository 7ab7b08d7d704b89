import type { Counters, Misfit, Standing, Taken } from '@aicp/common/counters/counters';
import { misfitOf } from '@aicp/common/counters/ledger';
import type { Clock } from '@aicp/common/time/clock';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { LeaseAccount } from './lease-account.ts';
import type { LeaseBook } from './lease-book.ts';
import type { LeaseCaller } from './lease-caller.ts';
import { LeasedTake, type Leased } from './leased-take.ts';

export interface LeasedCountersOptions {
  /** They ask the book how much of a counter they may give out while they count alone. */
  readonly counters: Counters;
  readonly book: LeaseBook;
  readonly caller: Pick<LeaseCaller, 'ask' | 'askAgain' | 'wake' | 'stop' | 'isLost'>;
  /** Whether this process counts alone now, and spends what it was granted. */
  readonly isAlone: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** What was spent of a counter before anybody who shares it counted, and by all. */
const NOBODY_KNOWS = { base: -1, known: 0 } as const;

/** Counters that ask the budget service before they give out money that this process was not granted yet. */
export class LeasedCounters implements Counters {
  readonly hasLedger = true;
  readonly outlivesProcess: boolean;
  private readonly options: LeasedCountersOptions;

  constructor(options: LeasedCountersOptions) {
    this.options = options;
    this.outlivesProcess = options.counters.outlivesProcess === true;
  }

  take(
    demands: readonly Demand[],
    done: (taken: Taken) => void,
    otherwise?: readonly Demand[],
  ): void {
    const { counters, caller } = this.options;
    if (!demands.some(isOfMoney) && !otherwise?.some(isOfMoney)) {
      counters.take(demands, done, otherwise);
      return;
    }
    caller.wake();
    const first = this.leased(demands);
    const other = otherwise && this.leased(otherwise);
    new LeasedTake({
      ...this.options,
      first,
      otherwise: other,
      take: (taken) => {
        counters.take(based(first), taken, other && based(other));
      },
      done: (taken) => {
        if (!taken.isTaken) {
          noteRefused(first, taken);
          done(this.refused(first, taken));
        } else {
          const of = other && taken.isOther === true ? other : first;
          done({ ...taken, standings: this.told(of, taken.standings) });
        }
      },
    }).run();
  }

  async peek(demands: readonly Demand[]): Promise<Misfit> {
    const leased = this.leased(demands);
    const { accounts } = leased;
    await this.hear(leased);
    const misfit = await this.options.counters.peek(based(leased));
    if (!this.options.isAlone()) return misfit;
    // What fits is what `take` would be granted, not what is granted now.
    const refusedBy = demands.flatMap(({ amount, limit }, index) => {
      const account = accounts[index];
      const isRefused = account?.told
        ? account.isUsedUp(amount, limit)
        : misfit.refusedBy.includes(index);
      return isRefused ? [index] : [];
    });
    return this.refused(leased, { ...misfit, ...misfitOf(misfit.standings, refusedBy) });
  }

  /** Of money, while this process counts alone and nobody has told it of late what others spend: what it was granted itself. */
  known(demands: readonly Demand[]): readonly (Standing | undefined)[] {
    const { book, counters, isAlone } = this.options;
    const known = counters.known(demands);
    const alone = isAlone();
    return demands.map((demand, index) => {
      const standing = known[index];
      const account = alone ? book.accountOf(demand) : undefined;
      if (!account || !standing) return standing;
      const { limit } = demand;
      const remaining = this.isCurrent(account) ? account.remaining(limit) : account.free(limit);
      return { ...standing, limit, remaining: Math.max(0, remaining) };
    });
  }

  async learn(demands: readonly Demand[]): Promise<void> {
    const { counters } = this.options;
    const leased = this.leased(demands);
    await this.hear(leased);
    await counters.learn?.(based(leased));
  }

  /** What was spent before this process is the ledger's to tell. */
  load(demands: readonly Demand[]): void {
    this.options.counters.load?.(demands.filter((demand) => !isOfMoney(demand)));
  }

  cell(demand: Demand): ReturnType<Counters['cell']> {
    return this.options.counters.cell(demand);
  }

  async close(): Promise<void> {
    await this.options.caller.stop();
    await this.options.counters.close();
  }

  private leased(demands: readonly Demand[]): Leased {
    const { book } = this.options;
    return { demands, accounts: demands.map((demand) => book.accountOf(demand)) };
  }

  /** Asks the budget service how money stands of which it has not said so of late, where this process goes by that. */
  private hear({ accounts }: Leased): Promise<void> {
    const { caller, isAlone } = this.options;
    const alone = isAlone();
    const asked: (readonly [LeaseAccount, number])[] = [];
    for (const account of accounts) {
      account?.mention();
      if (account && (alone ? !this.isCurrent(account) : !account.told)) asked.push([account, 0]);
    }
    if (asked.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      caller.ask(asked, resolve);
    });
  }

  private isCurrent(account: LeaseAccount): boolean {
    return account.isCurrent(this.options.clock.monotonic());
  }

  /** What was granted to this process is no news to those who ask what a budget leaves: they are told what all have left of it. */
  private told({ demands, accounts }: Leased, standings: readonly Standing[]): readonly Standing[] {
    if (!this.options.isAlone()) return standings;
    return standings.map((standing, index) => {
      const account = accounts[index];
      const limit = demands[index]?.limit;
      if (!account || limit === undefined) return standing;
      const remaining = Math.max(0, account.remaining(limit));
      return { ...standing, limit, remaining, over: account.over(limit) };
    });
  }

  /** What does not fit, by what all have left; and whether that is so only because the budget service did not answer. */
  private refused<What extends Misfit>(leased: Leased, misfit: What): What {
    const { isAlone, caller } = this.options;
    const { demands, accounts } = leased;
    if (!isAlone()) {
      const isUngranted = misfit.standings.some(({ isUnknown }) => isUnknown);
      return isUngranted ? { ...misfit, isUngranted } : misfit;
    }
    const isUngranted =
      caller.isLost &&
      misfit.refusedBy.some((index) => {
        const [account, demand] = [accounts[index], demands[index]];
        return account && demand && !account.isUsedUp(demand.amount, demand.limit);
      });
    const standings = this.told(leased, misfit.standings);
    return { ...misfit, standings, ...(isUngranted ? { isUngranted } : {}) };
  }
}

/** Demands with what was spent before anybody who shares the counters counted, and what is known to be spent by all. */
function based({ demands, accounts }: Leased): readonly Demand[] {
  return demands.map((demand, index) => {
    const account = accounts[index];
    if (!account) return demand;
    const { base, known } = account.told ?? NOBODY_KNOWS;
    return { ...demand, base, least: known };
  });
}

/** The budget service is told by which limits of money there was no room. */
function noteRefused({ demands, accounts }: Leased, { refusedBy, standings }: Misfit): void {
  for (const index of refusedBy) {
    const limit = demands[index]?.limit;
    if (limit !== undefined && standings[index]?.isUnknown !== true) accounts[index]?.refuse(limit);
  }
}

const isOfMoney = ({ window }: Demand): boolean => window.kind === 'period';
