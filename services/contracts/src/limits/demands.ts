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

/** What one request with so many tokens asks of the counters of these limits, in their order. `at` is in milliseconds since 1970. */
export const demandsOf = (
  limits: readonly Limit[],
  { tokens, at, days }: { tokens: number; at: number; days: CalendarDays },
): LimitDemand[] =>
  limits.map((limit) => ({
    counter: limit.counter,
    window: windowOf(limit, () => days.around(at)),
    limit: limit.limit,
    amount: isOfTokens(limit) ? tokens : 1,
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
