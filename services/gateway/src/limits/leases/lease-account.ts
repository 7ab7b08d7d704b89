import type { Period } from '@aicp/contracts/budgets/money-window';
import type { LeaseGrant, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import type { SpendSubject } from '@aicp/contracts/budgets/spend-subject';

export interface LeaseAccountOptions {
  readonly subject: SpendSubject;
  readonly period: Period;
  /** Nano-USD that one unit of the counter stands for. */
  readonly unit: number;
}

/** How many times the spend of the last seconds is wished for in advance. */
const AHEAD = 2;
/** Spend of so long ago counts half for what is wished for in advance, ms. */
const HALF_LIFE_MS = 3_000;
/** What is wished for in advance is rounded up to such a part of the limit, so that small budgets are not asked for request by request. */
const SLICES = 50;

/**
 * What this process may spend of one counter in one period: it was granted so much in all, has spent so much, and requests under way have reserved so much.
 * Amounts are integers in the counter's unit.
 */
export class LeaseAccount {
  readonly subject: SpendSubject;
  readonly period: Period;
  granted = 0;
  spent = 0;
  held = 0;
  /** What requests that wait for a grant ask for together. */
  waiting = 0;
  /** From how much spend on the strictest budget refuses, as requests said last. */
  limit = 0;
  /** What the ledger had when it was last told, whoever spent it, and what others may spend; undefined before that. */
  told: { readonly spent: number; readonly base: number; readonly others: number } | undefined;
  /** When a request asked for it last, by the monotonic clock, ms. */
  usedAt = 0;

  private readonly unit: number;
  private recent = 0;
  private recentAt = 0;

  constructor({ subject, period, unit }: LeaseAccountOptions) {
    this.subject = subject;
    this.period = period;
    this.unit = unit;
  }

  /** What may be reserved now. */
  get free(): number {
    return Math.max(0, this.granted - this.spent - this.held);
  }

  /** What of the limit is left for this process, as far as it knows: what it may reserve, and what it could still be granted. */
  get left(): number {
    const { told, limit, spent, held, free } = this;
    if (!told) return free;
    const known = Math.max(told.spent, told.base + spent);
    return Math.max(free, limit - known - told.others - held);
  }

  /** A request is over that had reserved `amount`, and cost `used`. */
  settle(amount: number, used: number, nowMs: number): void {
    this.held -= amount;
    this.recent = this.recentSpend(nowMs) + used;
    this.recentAt = nowMs;
    this.spent += used;
  }

  /** What is said of it to the budget service. Where it spends alone, what it gives back is not used from this moment on. */
  wish(nowMs: number, isAlone: boolean): LeaseWish {
    const { subject, period, spent, held, limit } = this;
    const target = this.target(nowMs);
    if (isAlone) this.granted = Math.min(this.granted, target);
    return {
      subject,
      starts_ms: period.startsMs,
      ends_ms: period.endsMs,
      limit: this.nano(limit),
      spent: this.nano(spent),
      held: this.nano(held),
      ...(isAlone ? { target: this.nano(target) } : {}),
    };
  }

  /** What the budget service answered. */
  grant({ granted, spent, base, others }: LeaseGrant): void {
    this.granted = this.units(granted);
    this.told = { spent: this.units(spent), base: this.units(base), others: this.units(others) };
  }

  /** Whether nobody has anything of it, and nobody asked for so long, ms. */
  isIdle(nowMs: number, ms: number): boolean {
    return this.held === 0 && this.waiting === 0 && nowMs - this.usedAt > ms;
  }

  /** What is to be granted in all: what is a fact, what requests wait for, and some of what is likely to be spent next. */
  private target(nowMs: number): number {
    const slice = Math.max(1, Math.floor(this.limit / SLICES));
    const ahead = Math.ceil((this.recentSpend(nowMs) * AHEAD) / slice) * slice;
    return this.spent + this.held + this.waiting + ahead;
  }

  private recentSpend(nowMs: number): number {
    const now = this.recent * 0.5 ** ((nowMs - this.recentAt) / HALF_LIFE_MS);
    return now < 1 ? 0 : now;
  }

  private nano(units: number): string {
    return String(BigInt(Math.max(0, units)) * BigInt(this.unit));
  }

  /** Rounded down: no more than was granted. */
  private units(nano: string): number {
    return Number(BigInt(nano) / BigInt(this.unit));
  }
}
