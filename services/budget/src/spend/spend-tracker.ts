import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { MONEY_WINDOWS, type MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { BudgetDirectory, Known } from '../snapshot/budget-directory.ts';
import type { Arrivals, News } from './arrivals.ts';
import { SpendFigures, type HeldMoney } from './spend-figures.ts';
import {
  windowsAt,
  type SpendBasis,
  type SpendReader,
  type WindowPeriods,
} from './spend-reader.ts';
import type { SpendSums } from './spend-sums.ts';

export interface SpendTrackerOptions {
  readonly directory: Pick<BudgetDirectory, 'known'>;
  readonly reader: SpendReader;
  readonly arrivals: Pick<Arrivals, 'news'>;
  /** What has to be there before anything is read. */
  readonly ready: () => Promise<unknown>;
  /** What requests under way have reserved, and where some were refused. */
  readonly held: () => Promise<HeldMoney>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How often new facts are looked for, ms. */
const EVERY_MS = 1_000;
/** So many turns in a row fail before it is no mere restart of the database. */
const SILENCE = 5;

/** Sums of one stretch, and what they were read for. */
interface ReadSums {
  readonly sums: SpendSums;
  readonly windows: WindowPeriods;
  readonly basis: SpendBasis;
}

/**
 * Keeps what was spent in the windows of now. It is read from the ledger, never counted on: what gateways delivered to this replica or to another one
 * makes it read again, of the day of now, or of the days before where facts of those came late.
 */
export class SpendTracker implements Background {
  private readonly options: SpendTrackerOptions;
  private readonly loop: BackgroundLoop;
  private readonly listeners: (() => void)[] = [];
  private settled: ReadSums | undefined;
  private open: ReadSums | undefined;
  private basis: SpendBasis | undefined;
  private held: HeldMoney = new Map();
  private current: SpendFigures | undefined;

  constructor(options: SpendTrackerOptions) {
    this.options = options;
    const { clock, log, ready } = options;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      ready,
      clock,
      onFailure: (error, failures) => {
        const level = failures === SILENCE ? 'warn' : 'info';
        const hint = 'Figures stay what they were until the database answers.';
        log[level]({ err: error, failures, hint }, 'spend_not_read');
      },
    });
  }

  /** What was spent, as it is known now; undefined until it was read for the first time. */
  get figures(): SpendFigures | undefined {
    return this.current;
  }

  /** Has `listener` called when the figures have changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One look at what is new. */
  async turn(): Promise<void> {
    const { directory, arrivals, clock } = this.options;
    const { known } = directory;
    if (!known) return;
    const atMs = clock.now();
    const windows = windowsAt(known.periods, atMs);
    const basis = this.basisOf(known);
    this.letGo(await arrivals.news(windows['1d'].startsMs), windows, basis);
    const held = await this.options.held();
    if (this.settled && this.open && isSameHeld(held, this.held)) return;
    // What fails leaves the sums undefined, so that the next turn reads them.
    const { reader } = this.options;
    this.settled ??= { sums: await reader.settled(windows, basis), windows, basis };
    this.open ??= { sums: await reader.open(windows, basis), windows, basis };
    const sums = { settled: this.settled.sums, open: this.open.sums };
    this.held = held;
    this.current = new SpendFigures({ atMs, periods: windows, ...sums, held });
    for (const listener of this.listeners) listener();
  }

  /** Forgets sums that have grown, or are of other windows. */
  private letGo(news: News, windows: WindowPeriods, basis: SpendBasis): void {
    const isSettled = isOf(this.settled, { windows, basis, names: LONG });
    if (news.isLate || !isSettled) this.settled = undefined;
    const isOpen = isOf(this.open, { windows, basis, names: MONEY_WINDOWS });
    if (news.isAny || !isOpen) this.open = undefined;
  }

  private basisOf({ models, limits }: Known): SpendBasis {
    const withTags = limits.some(({ scope }) => scope === 'tag');
    const { heirs } = models;
    const before = this.basis;
    if (before?.withTags === withTags && before.heirs.isLike(heirs)) return before;
    this.basis = { heirs, withTags };
    return this.basis;
  }
}

const isSameHeld = (one: HeldMoney, other: HeldMoney): boolean =>
  one.size === other.size &&
  [...one].every(([name, { reserved, refusedAt }]) => {
    const found = other.get(name);
    return found?.reserved === reserved && found.refusedAt === refusedAt;
  });

/** Hours are no matter of the days before. */
const LONG = ['1d', '7d', 'month'] as const;

/** Whether sums are those of these windows, and were read for the same. */
function isOf(
  read: ReadSums | undefined,
  now: Omit<ReadSums, 'sums'> & { readonly names: readonly MoneyWindow[] },
): boolean {
  if (!read || read.basis !== now.basis) return false;
  return now.names.every((name) => {
    const was = read.windows[name];
    const is = now.windows[name];
    return was.startsMs === is.startsMs && was.endsMs === is.endsMs;
  });
}
