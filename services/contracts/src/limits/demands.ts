import type { CalendarDays } from './calendar-days.ts';
import { isOfTokens, type Limit } from './limit.ts';

/** When a count begins anew, as counters are told. */
export type CountedIn =
  | { readonly kind: 'minute' | 'now' }
  | { readonly kind: 'day'; readonly starts: readonly number[] }
  | { readonly kind: 'sliding'; readonly ms: number };

/** What a request asks of one counter. */
export interface LimitDemand {
  readonly counter: string;
  readonly window: CountedIn;
  readonly limit: number;
  readonly amount: number;
  /** Whether it is held until the request is over, and then corrected or given back. */
  readonly isHeld: boolean;
}

const MINUTE: CountedIn = { kind: 'minute' };
const NOW: CountedIn = { kind: 'now' };
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
): LimitDemand[] =>
  limits.map((limit) => ({
    counter: limit.counter,
    window: windowOf(limit, () => days.around(at)),
    limit: limit.limit,
    amount: isOfTokens(limit) ? Math.max(sureTokens, Math.min(tokens, limit.limit)) : 1,
    isHeld: isOfTokens(limit) || limit.measure === 'concurrent',
  }));

function windowOf({ measure }: Limit, starts: () => readonly number[]): CountedIn {
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
