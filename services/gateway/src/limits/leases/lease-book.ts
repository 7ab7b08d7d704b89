import type { Period } from '@aicp/contracts/budgets/money-window';
import type { LeaseAnswer, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import { MOST_LEASED } from '@aicp/contracts/budgets/lease-call';
import { LeaseAccount, type LeaseAccountOptions } from './lease-account.ts';

/** An account that nobody has asked for in this time is not spoken of, ms. */
const IDLE_MS = 10_000;
/** After its period has ended, an account is kept so long for requests that began in it and have not ended, ms. */
const KEPT_MS = 3_600_000;

/** What is to be said to the budget service, and of which accounts. */
export interface Saying {
  readonly accounts: readonly LeaseAccount[];
  readonly wishes: readonly LeaseWish[];
}

/** The accounts of this process, by counter and period. */
export class LeaseBook {
  private readonly accounts = new Map<string, LeaseAccount>();
  private readonly describe: (counter: string) => Omit<LeaseAccountOptions, 'period'>;

  /** `describe`: what a counter of this name counts. */
  constructor(describe: (counter: string) => Omit<LeaseAccountOptions, 'period'>) {
    this.describe = describe;
  }

  account(counter: string, period: Period): LeaseAccount {
    const name = `${String(period.startsMs)} ${counter}`;
    let account = this.accounts.get(name);
    if (!account) {
      account = new LeaseAccount({ ...this.describe(counter), period });
      this.accounts.set(name, account);
    }
    return account;
  }

  /** All that is in use, or was till a moment ago. What is idle is said once more, so that what was granted is given back. */
  saying({ nowMs, wallMs, isAlone }: { nowMs: number; wallMs: number; isAlone: boolean }): Saying {
    const accounts: LeaseAccount[] = [];
    for (const [name, account] of this.accounts) {
      if (account.held === 0 && wallMs > account.period.endsMs + KEPT_MS)
        this.accounts.delete(name);
      else if (!account.isIdle(nowMs, IDLE_MS) || account.granted > account.spent)
        accounts.push(account);
    }
    // Those that somebody waits for, and those that were used last, go first where there are too many.
    accounts.sort((a, b) => Number(b.waiting > 0) - Number(a.waiting > 0) || b.usedAt - a.usedAt);
    const some = accounts.slice(0, MOST_LEASED);
    return { accounts: some, wishes: some.map((account) => account.wish(nowMs, isAlone)) };
  }

  /** What was answered to a saying. */
  hear({ accounts }: Saying, { counters }: LeaseAnswer): void {
    for (const [index, account] of accounts.entries()) {
      const grant = counters[index];
      if (grant) account.grant(grant);
    }
  }

  /** Nothing that was granted counts any more: the budget service may have given it to others. */
  forgetGrants(): void {
    for (const account of this.accounts.values()) {
      account.granted = Math.min(account.granted, account.spent + account.held);
    }
  }
}
