import type { Counters } from '@aicp/common/counters/counters';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Budgets } from '@aicp/contracts/budgets/budgets';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { moneyDemands, NO_COST } from '@aicp/contracts/budgets/money-demands';
import type { Demand } from '@aicp/contracts/limits/demands';

/** Counters that requests ask about are looked at so often, ms. */
const EVERY_MS = 1_000;
/** What was found out counts for so long. */
const FRESH_MS = 2_000;
/** So long after the last request that asked. */
const WATCHED_MS = 600_000;
/** So many are looked at. */
const MOST = 2_000;
/** So many at a time: a server that counts for all does nothing else meanwhile. */
const AT_ONCE = 200;

interface Watched {
  demand: Demand;
  askedAt: number;
  learnedAt: number;
  learning: Promise<void> | undefined;
}

/** Whose money, and of when. */
export interface MoneyQuestion {
  readonly budgets: Budgets;
  readonly counters: readonly MoneyCounter[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * What counters of money leave, as far as that is known at once. Where others count in them too, those that requests ask about are looked at every second, beside the requests: only the
 * first one that asks about a counter waits.
 */
export class KnownMoney {
  private readonly counters: Pick<Counters, 'known' | 'learn'>;
  private readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  private readonly log: Logger;
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(parts: {
    readonly counters: Pick<Counters, 'known' | 'learn'>;
    readonly clock: Pick<Clock, 'now' | 'monotonic'>;
    readonly log: Logger;
  }) {
    this.counters = parts.counters;
    this.clock = parts.clock;
    this.log = parts.log;
  }

  /** Undefined where all of it is known by now; else it resolves when it is, or nobody answers. */
  learn(question: MoneyQuestion): Promise<unknown> | undefined {
    if (!this.counters.learn || question.counters.length === 0) return undefined;
    const now = this.clock.monotonic();
    const missing: Watched[] = [];
    for (const demand of demandsOf(question)) {
      const one = this.watch(demand, now);
      if (now - one.learnedAt > FRESH_MS) missing.push(one);
    }
    this.tickLater();
    if (missing.length === 0) return undefined;
    const unasked = missing.filter(({ learning }) => !learning);
    if (unasked.length > 0) void this.look(unasked);
    return Promise.all(missing.flatMap(({ learning }) => learning ?? []));
  }

  /** What is left of such a limit of a counter, in its unit; undefined where that is not known. */
  leftOf({ budgets, at }: Omit<MoneyQuestion, 'counters'>, counter: MoneyCounter, limit: number) {
    const window = budgets.periods.windowAt(counter.window, at);
    const demand = { counter: counter.name, window, limit, amount: 0, isHeld: true };
    return this.counters.known([demand])[0]?.remaining;
  }

  [Symbol.dispose](): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private watch(demand: Demand, now: number): Watched {
    const name = nameOf(demand);
    const known = this.watched.get(name);
    const one = known ?? { demand, askedAt: now, learnedAt: -Infinity, learning: undefined };
    one.demand = demand;
    one.askedAt = now;
    // The one that was asked about the longest ago stands first.
    if (known) this.watched.delete(name);
    this.watched.set(name, one);
    if (this.watched.size > MOST) {
      for (const oldest of this.watched.keys()) {
        this.watched.delete(oldest);
        break;
      }
    }
    return one;
  }

  private look(some: readonly Watched[]): Promise<void> {
    const startedAt = this.clock.monotonic();
    const learned = this.learned(some.map(({ demand }) => demand)).then(() => {
      for (const one of some) {
        one.learnedAt = startedAt;
        one.learning = undefined;
      }
    });
    for (const one of some) one.learning = learned;
    return learned;
  }

  private async learned(demands: readonly Demand[]): Promise<void> {
    try {
      await this.counters.learn?.(demands);
    } catch (error) {
      this.log.warn({ err: error }, 'counters_of_money_unreadable');
    }
  }

  private tickLater(): void {
    if (this.isStopped || this.watched.size === 0) return;
    this.timer ??= setTimeout(() => {
      void this.tick();
    }, EVERY_MS).unref();
  }

  private async tick(): Promise<void> {
    this.forget();
    const all = [...this.watched.values()].filter(({ learning }) => !learning);
    for (let first = 0; first < all.length && !this.isStopped; first += AT_ONCE) {
      await this.look(all.slice(first, first + AT_ONCE));
    }
    this.timer = undefined;
    this.tickLater();
  }

  /** What nobody asks about any more. */
  private forget(): void {
    const now = this.clock.monotonic();
    const wall = this.clock.now();
    for (const [name, { demand, askedAt }] of this.watched) {
      const { window } = demand;
      const isOver = window.kind === 'period' && wall >= window.endsMs;
      if (isOver || now - askedAt > WATCHED_MS) this.watched.delete(name);
    }
  }
}

/** The limits that requests go by, and nothing asked of them. */
const demandsOf = ({ budgets, counters, at }: MoneyQuestion): readonly Demand[] =>
  moneyDemands(counters, { budgets, costOf: () => NO_COST, isDowngraded: false, at });

const nameOf = ({ counter, window }: Demand): string =>
  window.kind === 'period' ? `${window.startsMs} ${window.endsMs} ${counter}` : counter;
