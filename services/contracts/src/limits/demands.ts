import type { CalendarDays } from './calendar-days.ts';
import { isOfTokens, type Limit } from './limit.ts';

/** When a count begins anew. */
export type Window =
  /** Calendar minutes of the clock. */
  | { readonly kind: 'minute' }
  /** Calendar days. `starts`: when the days around now begin, ms since 1970, ascending: yesterday, today, tomorrow, the day after. */
  | { readonly kind: 'day'; readonly starts: readonly number[] }
  /** Never more than `limit` in any `ms` milliseconds; what was taken counts up to a sixteenth of `ms` longer. */
  | { readonly kind: 'sliding'; readonly ms: number }
  /** What is held at this moment. */
  | { readonly kind: 'now' };

/** What a request asks of one counter. */
export interface Demand {
  /** Subject and measure, such as `team/ml:tokens`. Demands of one name and one kind of window share a count, whatever their limits. */
  readonly counter: string;
  readonly window: Window;
  /** The highest that the count may be, an integer. */
  readonly limit: number;
  /** What is added, an integer of 0 or more. */
  readonly amount: number;
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
export const demandsOf = (
  limits: readonly Limit[],
  { tokens, sureTokens = tokens, at, days }: LimitedTokens,
): Demand[] =>
  limits.map((limit) => ({
    counter: limit.counter,
    window: windowOf(limit, () => days.around(at)),
    limit: limit.limit,
    amount: isOfTokens(limit) ? Math.max(sureTokens, Math.min(tokens, limit.limit)) : 1,
    isHeld: isOfTokens(limit) || limit.measure === 'concurrent',
  }));

function windowOf({ measure }: Limit, starts: () => readonly number[]): Window {
  switch (measure) {
    case 'requests':
    case 'tokens':
      return MINUTE;
    case 'requests-day':
    case 'tokens-day':
      return { kind: 'day', starts: starts() };
    case 'concurrent':
      return NOW;
    default:
      return { kind: 'sliding', ms: Number(measure.slice(BURST.length)) * 1000 };
  }
}
