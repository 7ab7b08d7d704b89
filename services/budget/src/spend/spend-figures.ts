import type { MoneyWindow, Period } from '@aicp/contracts/spend/money-window';
import {
  subjectName,
  type BudgetScope,
  type SpendSubject,
} from '@aicp/contracts/spend/spend-subject';
import type { SpendSums } from './spend-sums.ts';

/** What one subject has spent in one window, nano-USD. */
export interface Spent {
  readonly subject: SpendSubject;
  readonly spent: bigint;
}

/** What gateways say of one subject in one period, nano-USD. */
export interface Held {
  readonly reserved: bigint;
  /** The highest limit by which they refused a request; undefined: by none. */
  readonly refusedAt: bigint | undefined;
}

/** The same by the name of the subject and its period. */
export type HeldMoney = ReadonlyMap<string, Held>;

export const heldName = (subject: string, { startsMs, endsMs }: Period): string =>
  `${String(startsMs)} ${String(endsMs)} ${subject}`;

/** What was spent, as it was read at one moment: of the days before, and of the day that it belongs to. */
export class SpendFigures {
  readonly atMs: number;
  /** The windows that the figures are of. */
  readonly periods: Readonly<Record<MoneyWindow, Period>>;
  private readonly settled: SpendSums;
  private readonly open: SpendSums;
  private readonly held: HeldMoney;

  constructor(options: {
    readonly atMs: number;
    readonly periods: Readonly<Record<MoneyWindow, Period>>;
    readonly settled: SpendSums;
    readonly open: SpendSums;
    readonly held: HeldMoney;
  }) {
    this.atMs = options.atMs;
    this.periods = options.periods;
    this.settled = options.settled;
    this.open = options.open;
    this.held = options.held;
  }

  spent(subject: SpendSubject, window: MoneyWindow): bigint {
    const name = subjectName(subject);
    const before = this.settled.find(name)?.spent[window] ?? 0n;
    return before + (this.open.find(name)?.spent[window] ?? 0n);
  }

  /** What requests under way have reserved, as gateways said last. */
  reserved(subject: SpendSubject, window: MoneyWindow): bigint {
    return this.heldOf(subject, window)?.reserved ?? 0n;
  }

  /** The highest limit by which a request was refused, as it left no room; undefined: none was. */
  refusedAt(subject: SpendSubject, window: MoneyWindow): bigint | undefined {
    return this.heldOf(subject, window)?.refusedAt;
  }

  /** Those of a scope that have this value, in each organization where they spent anything. */
  ofValue(scope: BudgetScope, value: string, window: MoneyWindow): Spent[] {
    const both = [...this.settled.ofValue(scope, value), ...this.open.ofValue(scope, value)];
    return this.each(both, window);
  }

  /** All of a scope that spent anything. */
  ofScope(scope: BudgetScope, window: MoneyWindow): Spent[] {
    return this.each([...this.settled.ofScope(scope), ...this.open.ofScope(scope)], window);
  }

  /** Whether any request was refused at all. */
  get hasRefusals(): boolean {
    return [...this.held.values()].some(({ refusedAt }) => refusedAt !== undefined);
  }

  private heldOf(subject: SpendSubject, window: MoneyWindow): Held | undefined {
    return this.held.get(heldName(subjectName(subject), this.periods[window]));
  }

  private each(found: readonly { readonly subject: SpendSubject }[], window: MoneyWindow): Spent[] {
    const subjects = new Map(found.map(({ subject }) => [subjectName(subject), subject]));
    return [...subjects.values()].map((subject) => ({
      subject,
      spent: this.spent(subject, window),
    }));
  }
}
