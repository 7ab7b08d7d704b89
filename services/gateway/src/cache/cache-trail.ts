import type { CacheKey } from './cache-key.ts';
import type { Flight } from './flights.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** What the cache has to do with a request. */
export type CacheTrail =
  /** It is answered from it. */
  | { readonly state: 'hit'; readonly answer: KeptAnswer; readonly wantsUsage: boolean }
  /** It was looked for and is not there. `ticket`: where its answer is kept; absent: it is not kept. */
  | { readonly state: 'miss'; readonly ticket?: Ticket }
  /** It was not looked for: `reason` as one word. */
  | { readonly state: 'bypass'; readonly reason: string; readonly ticket?: Ticket };

/** Where the answer to a request is kept. */
export interface Ticket {
  readonly key: CacheKey;
  /** The model whose answer that is: another's is not kept there. */
  readonly model: string;
  /** Those who wait for it; absent: nobody may. */
  readonly flight?: Flight;
}
