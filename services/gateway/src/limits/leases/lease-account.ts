import type { LeaseGrant, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import { UNLIMITED } from '@aicp/contracts/budgets/unlimited';
import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';

/** What this process counts of a counter in a period, in the counter's unit. */
export interface OwnCount {
  readonly used: number;
  readonly held: number;
}

/** When something is said to the budget service, and by whom. */
export interface SayingTime {
  /** By the monotonic clock, and since 1970, ms. */
  readonly nowMs: number;
  readonly wallMs: number;
  /** Whether this process counts alone, and spends what it is granted. */
  readonly isAlone: boolean;
  /** Whether nothing more is spent: all but what is a fact is given back. */
  readonly isLast: boolean;
}

export interface LeaseAccountOptions {
  readonly subject: SpendSubject;
  readonly period: Period;
  /** Nano-USD that one unit of the counter stands for. */
  readonly unit: number;
  /** It changes as requests are counted. */
  readonly own: OwnCount;
  /** Requests that came before are not counted there, ms since 1970. */
  readonly sinceMs: number;
}

/** Accounts, and how much more of each is asked for. */
export type Wanted = readonly (readonly [LeaseAccount, amount: number])[];

/** What the budget service says of a counter. */
interface Told {
  readonly spent: number;
  readonly base: number;
  /** What is known to be spent, whoever spent it. */
  readonly known: number;
  readonly others: number;
  /** What of `others` comes back where somebody needs it. */
  readonly idle: number;
  readonly ingested: number | undefined;
}

const NOTHING: Told = { spent: 0, base: 0, known: 0, others: 0, idle: 0, ingested: undefined };

/** So many seconds of spend at the pace of now are wished for in advance. */
const AHEAD_MS = 5_000;
/** The pace of now is that of about the last second: requests that end together say little of those to come. */
const PACE_MS = 1_000;
/** What is said of others counts as what is so for so long, ms. */
const CURRENT_MS = 2_000;
/** What is wished for in advance is rounded up to such a part of the limit, so that small budgets are not asked for request by request. */
const SLICES = 50;
/** One that nobody has asked for since so many sayings is not spoken of. */
const IDLE_SAYINGS = 10;

/** What this process may spend of one counter in one period: it was granted so much in all. Amounts are integers in the counter's unit. */
export class LeaseAccount {
  readonly period: Period;
  granted = 0;
  /** What requests that wait for a grant ask for together. */
  waiting = 0;
  /** What the ledger had when it was last told, whoever spent it, and what others may spend; undefined before that. */
  told: Told | undefined;
  /** Of when that is, by the monotonic clock, ms. */
  private toldAt = -Infinity;

  private readonly options: LeaseAccountOptions;
  /** From how much spend on the strictest budget refuses, as requests said last. */
  private limit = 0;
  /** The highest that requests said since the budget service was told the last one. */
  private asked: number | undefined;
  private idle = 0;
  /** The highest limit by which a request was refused in the period; undefined: none was. */
  private refusedAt: number | undefined;
  /** Others wait for what this process was granted and does not use. */
  private isSought = false;
  /** Units per ms. */
  private pace = 0;
  private usedThen = 0;
  private saidAt: number | undefined;

  constructor(options: LeaseAccountOptions) {
    this.options = options;
    this.period = options.period;
  }

  /** What it has spent, and what requests under way have reserved. */
  get fact(): number {
    const { used, held } = this.options.own;
    return used + held;
  }

  /** Whether so much more would have to be granted first, and may be: as far as is known by now, the limit leaves it, or others may give it back. */
  lacks(amount: number, limit: number, nowMs: number): boolean {
    this.mention(limit);
    if (limit === UNLIMITED || this.fact + amount <= this.most(limit)) return false;
    return !this.isCurrent(nowMs) || limit - this.takenByAll + this.idleOfOthers >= amount;
  }

  /** Whether it was asked for more, and others may give back what is lacking. */
  mayComeBack(amount: number, limit: number, nowMs: number): boolean {
    return this.isCurrent(nowMs) && this.lacks(amount, limit, nowMs);
  }

  /** The most that this process may count while it counts alone. */
  most(limit: number): number {
    if (limit === UNLIMITED) return limit;
    // More may have been granted for a budget with a higher limit: of this one, others have their part.
    const most = limit < this.limit ? limit - (this.takenByAll - this.fact) : limit;
    return Math.min(most, this.granted);
  }

  /** What of a limit is left, as far as this process knows: what it was granted, or what nobody has. */
  remaining(limit: number): number {
    return Math.max(this.free(limit), limit - this.takenByAll);
  }

  /** What of a limit this process may spend by itself: what was granted to it, and is not spent. */
  free(limit: number): number {
    return limit === UNLIMITED ? 0 : Math.max(0, this.most(limit) - this.fact);
  }

  /** Whether the budget service has said of late how all of it stands. */
  isCurrent(nowMs: number): boolean {
    return this.toldAt >= nowMs - CURRENT_MS;
  }

  /** By how much all together are beyond a limit, as far as this process knows. */
  over(limit: number): number {
    return Math.max(0, this.takenByAll - limit);
  }

  /** Whether nobody has left so much of a limit, as far as this process knows. */
  isUsedUp(amount: number, limit: number): boolean {
    return this.told !== undefined && this.remaining(limit) + this.idleOfOthers < amount;
  }

  /** Whether this process is to say at once that it gives something back. */
  get hasToGiveBack(): boolean {
    return this.isSought && this.granted > this.fact;
  }

  /** Somebody wants to know how it stands by a limit, or by none: it is spoken of. */
  mention(limit?: number): void {
    this.idle = 0;
    const { asked } = this;
    if (limit === undefined) return;
    if (asked === undefined || asked === UNLIMITED) this.asked = limit;
    else if (limit !== UNLIMITED) this.asked = Math.max(asked, limit);
  }

  /** A request was refused, as this limit left it no room. */
  refuse(limit: number): void {
    this.refusedAt = Math.max(this.refusedAt ?? 0, limit);
  }

  /** What is said of it to the budget service. Where this process spends alone, what it gives back is not used from this moment on. */
  wish({ nowMs, isAlone, isLast }: Omit<SayingTime, 'wallMs'>): LeaseWish {
    const { subject, period, own, sinceMs } = this.options;
    this.limit = this.asked ?? this.limit;
    this.asked = undefined;
    const ahead = this.ahead(nowMs);
    const target = this.fact + (isLast || this.isSought ? 0 : this.waiting + ahead);
    if (isAlone) this.granted = Math.min(this.granted, target);
    this.idle += 1;
    return {
      subject,
      starts_ms: period.startsMs,
      ends_ms: period.endsMs,
      limit: this.nano(this.limit),
      spent: this.nano(own.used),
      held: this.nano(own.held),
      since_ms: sinceMs,
      ...(this.refusedAt === undefined ? {} : { refused_at: this.nano(this.refusedAt) }),
      ...(isAlone && this.limit !== UNLIMITED ? this.wanted(target, isLast) : {}),
    };
  }

  private wanted(target: number, isLast: boolean): Pick<LeaseWish, 'target' | 'needed'> {
    const { waiting } = this;
    const needs = waiting > 0 && !isLast;
    return {
      target: this.nano(target),
      ...(needs ? { needed: this.nano(this.fact + waiting) } : {}),
    };
  }

  /** What the budget service answered. */
  grant(answer: LeaseGrant): void {
    const { granted, spent, base, known = spent, others, ingested, idle, is_sought } = answer;
    this.granted = this.units(granted);
    this.isSought = is_sought === true;
    this.toldAt = this.saidAt ?? -Infinity;
    this.told = {
      spent: this.units(spent),
      base: this.units(base),
      known: this.units(known),
      others: this.units(others),
      idle: idle === undefined ? 0 : this.units(idle),
      ingested: ingested === undefined ? undefined : this.units(ingested),
    };
  }

  /** Nothing that was granted beyond what is a fact counts any more. */
  forgetGrant(): void {
    this.granted = Math.min(this.granted, this.fact);
  }

  /** Whether there is anything to say: somebody used it of late, or has something of it still. */
  get isIdle(): boolean {
    const { used, held } = this.options.own;
    return held === 0 && this.waiting === 0 && this.idle > IDLE_SAYINGS && this.granted <= used;
  }

  get isWaitedFor(): boolean {
    return this.waiting > 0;
  }

  /** What is spent, held or granted to others. */
  private get takenByAll(): number {
    const { fact } = this;
    const { spent, base, others, ingested } = this.told ?? NOTHING;
    const { used, held } = this.options.own;
    // Of what the ledger has, this process knows its own part better: it may have spent more since.
    const all = ingested === undefined ? base + used : spent - ingested + used;
    return Math.max(Math.max(spent, all) + others + held, fact);
  }

  /** What is wished for in advance: never more than half of what is left to all. */
  private ahead(nowMs: number): number {
    const { used } = this.options.own;
    const elapsedMs = nowMs - (this.saidAt ?? nowMs);
    const before = this.pace * Math.exp(-elapsedMs / PACE_MS);
    // Each amount counts in full, and less and less from then on, however many calls there are meanwhile.
    this.pace = before + Math.max(0, used - this.usedThen) / PACE_MS;
    this.usedThen = used;
    this.saidAt = nowMs;
    const slice = Math.max(1, Math.floor(this.limit / SLICES));
    const wished = Math.ceil((this.pace * AHEAD_MS) / slice) * slice;
    return Math.max(0, Math.min(wished, Math.floor((this.limit - this.takenByAll) / 2)));
  }

  private get idleOfOthers(): number {
    return this.told?.idle ?? 0;
  }

  private nano(units: number): string {
    return String(BigInt(Math.max(0, units)) * BigInt(this.options.unit));
  }

  /** Rounded down: no more than was granted. */
  private units(nano: string): number {
    return Number(BigInt(nano) / BigInt(this.options.unit));
  }
}
