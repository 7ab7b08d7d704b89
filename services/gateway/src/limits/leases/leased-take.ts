import type { Taken } from '@aicp/common/counters/counters';
import { mayYield } from '@aicp/common/counters/ledger';
import type { Clock } from '@aicp/common/time/clock';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { LeaseAccount, Wanted } from './lease-account.ts';
import type { LeaseCaller } from './lease-caller.ts';

/** Demands, and the account of each; undefined where it is none of money. */
export interface Leased {
  readonly demands: readonly Demand[];
  readonly accounts: readonly (LeaseAccount | undefined)[];
}

export interface LeasedTakeOptions {
  readonly first: Leased;
  readonly otherwise: Leased | undefined;
  /** Takes what fits by now, as `Counters.take` does. */
  readonly take: (done: (taken: Taken) => void) => void;
  readonly caller: Pick<LeaseCaller, 'ask' | 'askAgain' | 'isLost'>;
  /** Whether this process spends what it was granted; else it only has to know what was spent before. */
  readonly isAlone: () => boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly done: (taken: Taken) => void;
}

/** What others were granted and do not use comes back within a second, ms. */
const PATIENCE_MS = 2_500;

/** One request takes what it demands: the budget service is asked first for what this process was not granted, and again while others may give back what is lacking. */
export class LeasedTake {
  private readonly options: LeasedTakeOptions;
  private readonly startedAt: number;
  private hasAskedOther = false;

  constructor(options: LeasedTakeOptions) {
    this.options = options;
    this.startedAt = options.clock.monotonic();
  }

  run(): void {
    this.askFor(this.unknownOf(this.options.first));
  }

  private askFor(wanted: Wanted): void {
    if (wanted.length === 0) this.take();
    else {
      this.options.caller.ask(wanted, () => {
        this.take();
      });
    }
  }

  private take(): void {
    this.options.take((taken) => {
      if (taken.isTaken || !this.goesOn(taken)) this.options.done(taken);
    });
  }

  /** Whether what did not fit is tried again. */
  private goesOn(misfit: Taken & { isTaken: false }): boolean {
    const { first, otherwise, caller } = this.options;
    const isOther = otherwise !== undefined && mayYield(first.demands, misfit);
    if (isOther && !this.hasAskedOther) {
      this.hasAskedOther = true;
      const wanted = this.unknownOf(otherwise);
      if (wanted.length > 0) {
        this.askFor(wanted);
        return true;
      }
    }
    const wanted = isOther ? this.backOf(otherwise) : this.backOf(first, misfit.refusedBy);
    if (wanted.length === 0) return false;
    caller.askAgain(wanted, () => {
      this.take();
    });
    return true;
  }

  /** What has to be granted before the demands can fit. Where counters are shared: that of which nothing is known yet. */
  private unknownOf({ demands, accounts }: Leased): Wanted {
    const alone = this.options.isAlone();
    const nowMs = this.options.clock.monotonic();
    return wantedOf({ demands, accounts }, (account, { amount, limit }) => {
      const lacks = account.lacks(amount, limit, nowMs);
      return alone ? lacks : !account.told;
    });
  }

  /** What others may still give back. Nothing where something else does not fit either: there is nothing to wait for. */
  private backOf(leased: Leased, refusedBy?: readonly number[]): Wanted {
    const { caller, clock, isAlone } = this.options;
    const nowMs = clock.monotonic();
    if (!isAlone() || caller.isLost || nowMs - this.startedAt > PATIENCE_MS) return [];
    const wanted = wantedOf(leased, (account, { amount, limit }) =>
      account.mayComeBack(amount, limit, nowMs),
    );
    return refusedBy === undefined || wanted.length >= refusedBy.length ? wanted : [];
  }
}

/** Every request comes here: a loop takes a fraction of the time that `flatMap` takes. */
function wantedOf(
  { demands, accounts }: Leased,
  isWanted: (account: LeaseAccount, demand: Demand) => boolean,
): Wanted {
  const wanted: (readonly [LeaseAccount, number])[] = [];
  for (const [index, demand] of demands.entries()) {
    const account = accounts[index];
    if (account && isWanted(account, demand)) wanted.push([account, demand.amount]);
  }
  return wanted;
}
