import type { RuntimeModel } from '../routing/runtime.ts';
import type { CacheKey } from './cache-key.ts';
import type { Flight } from './flights.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** What the cache has to do with a request. */
export type CacheTrail =
  /** It is answered from it. */
  | {
      readonly state: 'hit';
      readonly answer: KeptAnswer;
      readonly wantsUsage: boolean;
      /** Whether another question was asked then, which means the same. */
      readonly isAlike?: boolean;
    }
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
  /** The question, where another may be found to be like it; absent: there is none, or such are not looked for. */
  readonly question?: LikeQuestion;
}

/** A question, by which others are found that ask the same in other words. */
export interface LikeQuestion {
  /** Those that it may be compared with. */
  readonly group: CacheKey;
  /** What the user wrote last, and its words. */
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** Whether a stream ends with what it used. */
  readonly wantsUsage: boolean;
  /** Who tells how alike texts are. */
  readonly model: RuntimeModel;
  /** Of length 1; undefined until the model told. */
  vector: Float32Array | undefined;
}
