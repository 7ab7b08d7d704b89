import type { Counters, Misfit, Standing, Taken } from '@aicp/common/counters/counters';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { LeaseAccount } from './lease-account.ts';
import type { LeaseBook } from './lease-book.ts';
import type { LeaseCaller } from './lease-caller.ts';

export interface LeasedCountersOptions {
  /** They ask the book how much of a counter they may give out while they count alone. */
  readonly counters: Counters;
  readonly book: LeaseBook;
  readonly caller: Pick<LeaseCaller, 'ask' | 'wake' | 'stop'>;
  /** Whether this process counts alone now, and spends what it was granted. */
  readonly isAlone: () => boolean;
}

/** What was spent of a counter before anybody who shares it counted: nobody knows. */
const UNKNOWN_BASE = -1;

/** Counters that ask the budget service before they give out money that this process was not granted yet. */
export class LeasedCounters implements Counters {
  private readonly options: LeasedCountersOptions;

  constructor(options: LeasedCountersOptions) {
    this.options = options;
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
    const accounts = this.accountsOf(demands);
    const others = otherwise && this.accountsOf(otherwise);
    const lacking = this.lacking(demands, accounts);
    const go = (): void => {
      counters.take(
        based(demands, accounts),
        (taken) => {
          const standings =
            others && taken.isTaken && taken.isOther === true
              ? this.told(otherwise, others, taken.standings)
              : this.told(demands, accounts, taken.standings);
          done({ ...taken, standings });
        },
        otherwise && others && based(otherwise, others),
      );
    };
    if (lacking.length === 0) go();
    else caller.ask(lacking, go);
  }

  async peek(demands: readonly Demand[]): Promise<Misfit> {
    const accounts = this.accountsOf(demands);
    const misfit = await this.options.counters.peek(based(demands, accounts));
    return { ...misfit, standings: this.told(demands, accounts, misfit.standings) };
  }

  known(demands: readonly Demand[]): readonly (Standing | undefined)[] {
    const known = this.options.counters.known(demands);
    return demands.map((demand, index) => {
      const standing = known[index];
      return standing && this.told([demand], this.accountsOf([demand]), [standing])[0];
    });
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

  private accountsOf(demands: readonly Demand[]): Accounts {
    const { book } = this.options;
    return demands.map((demand) => book.accountOf(demand));
  }

  /** Accounts that so much more has to be granted of before the demands can fit. Where counters are shared, those of which nothing is known yet. */
  private lacking(
    demands: readonly Demand[],
    accounts: Accounts,
  ): (readonly [LeaseAccount, number])[] {
    const alone = this.options.isAlone();
    const found: (readonly [LeaseAccount, number])[] = [];
    for (const [index, { amount, limit }] of demands.entries()) {
      const account = accounts[index];
      if (!account) continue;
      const lacks = account.lacks(amount, limit);
      if (alone ? lacks : !account.told) found.push([account, amount]);
    }
    return found;
  }

  /** What was granted to this process is no news to those who ask what a budget leaves: they are told what all have left of it. */
  private told(
    demands: readonly Demand[],
    accounts: Accounts,
    standings: readonly Standing[],
  ): readonly Standing[] {
    if (!this.options.isAlone()) return standings;
    return standings.map((standing, index) => {
      const account = accounts[index];
      const limit = demands[index]?.limit;
      if (!account || limit === undefined) return standing;
      return { ...standing, limit, remaining: Math.max(0, account.remaining(limit)) };
    });
  }
}

/** Of each demand; undefined where it is none of money. */
type Accounts = readonly (LeaseAccount | undefined)[];

/** Demands with what was spent before anybody who shares the counters counted. */
function based(demands: readonly Demand[], accounts: Accounts): readonly Demand[] {
  return demands.map((demand, index) => {
    const account = accounts[index];
    return account ? { ...demand, base: account.told?.base ?? UNKNOWN_BASE } : demand;
  });
}

const isOfMoney = ({ window }: Demand): boolean => window.kind === 'period';
