import { EqualShares } from '@aicp/common/counters/allowance';
import type { Counters } from '@aicp/common/counters/counters';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { countedBy } from '@aicp/contracts/budgets/money-counter-name';
import type { Demand } from '@aicp/contracts/limits/demands';
import type { DeliverySettings } from '../../usage/delivery/budget-post.ts';
import type { LeaseAccountOptions } from './lease-account.ts';
import { LeaseBook } from './lease-book.ts';
import { LeaseCaller } from './lease-caller.ts';
import { LeaseClient } from './lease-client.ts';
import { LeasedCounters } from './leased-counters.ts';

export interface LeasesOptions {
  readonly settings: DeliverySettings;
  readonly replica: string;
  /** A name of this process that no other has, nor had. */
  readonly session: string;
  readonly isAlone: () => boolean;
  readonly hasDeliveredOlder: () => boolean;
  /** How many gateways share other limits than money. */
  readonly expectedReplicas: () => number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What this process may spend of budgets while it counts alone, as the budget service says. */
export class Leases {
  readonly book: LeaseBook;
  private readonly options: LeasesOptions;
  private counters: Counters | undefined;

  constructor(options: LeasesOptions) {
    this.options = options;
    this.book = new LeaseBook({
      describe: (demand) => this.describe(demand),
      now: () => options.clock.now(),
      otherwise: new EqualShares(options.expectedReplicas),
    });
  }

  /** Counters that go by the book: they have to be made with it as their allowance. */
  over(counters: Counters): Counters {
    this.counters = counters;
    const { settings, isAlone, clock } = this.options;
    const { book } = this;
    const caller = new LeaseCaller({ ...this.options, book, client: new LeaseClient(settings) });
    // Earlier processes may hold something, whether anybody asks of this one or not.
    caller.wake();
    return new LeasedCounters({ counters, book, caller, isAlone, clock });
  }

  private describe(demand: Demand): Omit<LeaseAccountOptions, 'period' | 'sinceMs'> {
    const counted = countedBy(demand.counter);
    if (!counted || !this.counters) throw new Error(`"${demand.counter}" counts no money`);
    return { subject: counted.subject, unit: counted.unit, own: this.counters.cell(demand) };
  }
}
