import type { Allowance } from '@aicp/common/counters/allowance';
import type { Demand, PeriodWindow } from '@aicp/contracts/limits/demands';
import { MOST_LEASED, type LeaseAnswer, type LeaseWish } from '@aicp/contracts/budgets/lease-call';
import { LeaseAccount, type LeaseAccountOptions, type SayingTime } from './lease-account.ts';

/** After its period has ended, an account is kept so long for requests that began in it, ms. */
const KEPT_MS = 3_600_000;

/** Requests that are counted first came at most so long before: they were read meanwhile. */
const ON_THE_WAY_MS = 2_000;

/** What is to be said to the budget service, and of which accounts. */
export interface Saying {
  readonly accounts: readonly LeaseAccount[];
  readonly wishes: readonly LeaseWish[];
}

export interface LeaseBookOptions {
  /** What a demand counts, and what this process has counted of it. */
  readonly describe: (demand: Demand) => Omit<LeaseAccountOptions, 'period' | 'sinceMs'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Of other windows than periods, and of counters that nothing is granted of. */
  readonly otherwise: Allowance;
}

/** The accounts of this process, by counter and period. While it counts alone, they say how much of each counter it may have. */
export class LeaseBook implements Allowance {
  private readonly options: LeaseBookOptions;
  /** Of each counter, an account for each period that is in use: the latest first. */
  private readonly accounts = new Map<string, LeaseAccount[]>();

  constructor(options: LeaseBookOptions) {
    this.options = options;
  }

  /** The account of a demand; undefined where its counter is none of money. */
  accountOf(demand: Demand): LeaseAccount | undefined {
    const { window } = demand;
    return window.kind === 'period' ? this.find(demand, window) : undefined;
  }

  most(demand: Demand, heard: Parameters<Allowance['most']>[1]): number {
    const account = this.accountOf(demand);
    return account ? account.most(demand.limit) : this.options.otherwise.most(demand, heard);
  }

  /** All that is in use. What is idle is said until nothing is granted of it any more. */
  saying(now: SayingTime): Saying {
    const { nowMs, wallMs, isAlone, isLast } = now;
    const accounts: LeaseAccount[] = [];
    this.drop(wallMs - KEPT_MS);
    for (const account of this.all()) {
      if (!account.isIdle) accounts.push(account);
    }
    // Those that somebody waits for go first where there are too many.
    if (accounts.length > MOST_LEASED) {
      accounts.sort((a, b) => Number(b.isWaitedFor) - Number(a.isWaitedFor));
    }
    const some = accounts.slice(0, MOST_LEASED);
    return {
      accounts: some,
      wishes: some.map((account) => account.wish({ nowMs, isAlone, isLast })),
    };
  }

  /** What was answered to a saying. */
  hear({ accounts }: Saying, { counters }: LeaseAnswer): void {
    for (const [index, account] of accounts.entries()) {
      const grant = counters[index];
      if (grant) account.grant(grant);
    }
  }

  /** The budget service may have given to others what was granted. */
  forgetGrants(): void {
    for (const account of this.all()) account.forgetGrant();
  }

  private find(demand: Demand, { startsMs, endsMs }: PeriodWindow): LeaseAccount {
    let accounts = this.accounts.get(demand.counter);
    if (!accounts) {
      accounts = [];
      this.accounts.set(demand.counter, accounts);
    }
    for (const account of accounts) {
      const { period } = account;
      if (period.startsMs === startsMs && period.endsMs === endsMs) return account;
    }
    const period = { startsMs, endsMs };
    const { describe, now } = this.options;
    const sinceMs = Math.max(0, Math.floor(now() - ON_THE_WAY_MS));
    const account = new LeaseAccount({ ...describe(demand), period, sinceMs });
    accounts.unshift(account);
    return account;
  }

  private *all(): Generator<LeaseAccount> {
    for (const accounts of this.accounts.values()) yield* accounts;
  }

  /** Forgets the periods that ended before a time, ms since 1970. */
  private drop(beforeMs: number): void {
    for (const [counter, accounts] of this.accounts) {
      const kept = accounts.filter(({ period }) => period.endsMs >= beforeMs);
      if (kept.length === accounts.length) continue;
      if (kept.length > 0) this.accounts.set(counter, kept);
      else this.accounts.delete(counter);
    }
  }
}
