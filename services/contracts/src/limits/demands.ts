import type { CalendarDays, DayWindow } from './calendar-days.ts';
import { isOfTokens, type Limit, type Measure } from './limit.ts';

/** From when to before when, milliseconds since 1970: whoever asks says it. Money is counted so. */
export interface PeriodWindow {
  readonly kind: 'period';
  readonly startsMs: number;
  readonly endsMs: number;
}

/** When a count begins anew. */
export type Window =
  /** Calendar minutes of the clock. */
  | { readonly kind: 'minute' }
  | DayWindow
  | PeriodWindow
  /** Never more than `limit` in any `ms` milliseconds; what was taken counts up to a sixteenth of `ms` longer. */
  | { readonly kind: 'sliding'; readonly ms: number }
  /** What is held at this moment. */
  | { readonly kind: 'now' };

/** What a request asks of one counter. */
export interface Demand {
  /** Subject and measure, such as `team/acme/ml:tokens`. Demands of one name and one kind of window share a count, whatever their limits. */
  readonly counter: string;
  readonly window: Window;
  /** The highest that the count may be, an integer. */
  readonly limit: number;
  /** What is added, an integer of 0 or more. */
  readonly amount: number;
  /** What of the amount is sure, where not all is: where a limit has less than the amount for anybody, and enough for this, that is what is added. */
  readonly sure?: number;
  /**
   * Of a period: what was used of it before anybody who shares the counter counted; -1: nobody knows, and nothing fits where nobody counted before. Absent: nothing.
   */
  readonly base?: number;
  /** Of a period: so much is known to be used, whoever counted it. Where the counter has less, the rest is added. Absent: nothing. */
  readonly least?: number;
  /** Whether something else may be taken instead where this does not fit: a budget that has a cheaper model serve at its limit. Absent: not. */
  readonly yields?: boolean;
  /** Counted as held until it is settled; a replica that dies gives it back. What counts in the window `now` is always held. */
  readonly isHeld: boolean;
}

const MINUTE: Window = { kind: 'minute' };
const NOW: Window = { kind: 'now' };
const BURST = 'burst-';

/** What a request may take, and when it came. */
export interface LimitedTokens {
  /** All that it is likely to take, and what of that is sure: its prompt, and an answer whose length the client named; absent: all of it. */
  readonly tokens: number;
  readonly sureTokens?: number | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly days: CalendarDays;
}

/**
 * What a request asks of the counters of these limits, in their order. What is only likely never makes it ask for more than a limit ever has:
 * it would be refused for good for an answer that it may not need.
 */
export function demandsOf(
  limits: readonly Limit[],
  { tokens, sureTokens = tokens, at, days }: LimitedTokens,
): Demand[] {
  const today = days.windowAt(at);
  return limits.map((limit) => {
    const { counter, limit: most, measure } = limit;
    const window = windowOf(measure, today);
    if (!isOfTokens(limit)) {
      return { counter, window, limit: most, amount: 1, isHeld: measure === 'concurrent' };
    }
    const amount = Math.max(sureTokens, Math.min(tokens, most));
    return { counter, window, limit: most, amount, sure: sureTokens, isHeld: true };
  });
}

function windowOf(measure: Measure, today: Window): Window {
  switch (measure) {
    case 'requests':
    case 'tokens':
      return MINUTE;
    case 'requests-day':
    case 'tokens-day':
      return today;
    case 'concurrent':
      return NOW;
    default:
      return { kind: 'sliding', ms: Number(measure.slice(BURST.length)) * 1000 };
  }
}
