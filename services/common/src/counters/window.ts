import type { Demand, Window } from '@aicp/contracts/limits/demands';

export const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Into how many parts a sliding window is cut. */
const PARTS = 16;

/** From when to when something counts, ms since 1970. */
export interface Span {
  readonly startsMs: number;
  readonly endsMs: number;
}

export type CalendarWindow = Extract<Window, { kind: 'minute' | 'day' | 'period' }>;

/** A moment by the clocks that count, ms. */
export interface Moment {
  /** Of minutes and days: since 1970. */
  readonly wall: number;
  /** Of sliding windows: since any moment. */
  readonly sliding: number;
  /** By which windows are forgotten: since any moment; it never goes back. */
  readonly steady: number;
}

/** Whether what counts there was told of by others too, and is worth to be kept in mind. */
export const isCalendar = (window: Window): window is CalendarWindow =>
  window.kind !== 'now' && window.kind !== 'sliding';

/** The calendar minute or day of a moment; a period is what it is. */
export function spanOf(window: CalendarWindow, nowMs: number): Span {
  if (window.kind === 'period') return window;
  if (window.kind === 'minute') {
    const startsMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    return { startsMs, endsMs: startsMs + MINUTE_MS };
  }
  const { starts } = window;
  const index = Math.max(
    0,
    starts.findLastIndex((start) => start <= nowMs),
  );
  const startsMs = starts[index] ?? Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { startsMs, endsMs: starts[index + 1] ?? startsMs + DAY_MS };
}

/** The length of a part of a sliding window, ms. */
export const partOf = (ms: number): number => Math.max(1, Math.floor(ms / PARTS));

/** An amount as an integer from 0 to 2^53 - 1, which is what counters add up. */
export const whole = (value: number): number =>
  isWhole(value) ? value : Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.ceil(value) || 0));

/** Amounts and limits as integers, and a name that UTF-8 can write: requests choose parts of it. */
export function wholeDemand(demand: Demand): Demand {
  const { limit, amount, window } = demand;
  const isSound = window.kind !== 'sliding' || (window.ms >= 1 && isWhole(window.ms));
  if (isSound && isWhole(limit) && isWhole(amount) && demand.counter.isWellFormed()) return demand;
  const checked =
    window.kind === 'sliding' ? { kind: window.kind, ms: Math.max(1, whole(window.ms)) } : window;
  const counter = demand.counter.toWellFormed();
  return { ...demand, counter, limit: whole(limit), amount: whole(amount), window: checked };
}

/** What is only likely of a demand makes it ask for no more than all that there is. */
export const likelyWithin = (demand: Demand, limit: number): Demand =>
  demand.sure !== undefined && demand.sure <= limit ? { ...demand, amount: limit } : demand;

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
