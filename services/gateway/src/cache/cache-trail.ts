import type { RuntimeModel } from '../routing/runtime.ts';
import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { Asked } from '../protocols/protocol.ts';
import type { CacheKey } from './cache-key.ts';
import type { CacheScope } from './cache-scope.ts';
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
  /** What it is kept by, where answers to alike questions are given as well; absent: they are not. */
  readonly kept?: Kept;
  /** The question, once a model told of it; absent: none was asked. */
  readonly question?: LikeQuestion;
}

/** All that the place of an answer is made of. */
export interface Kept {
  readonly asked: Asked;
  readonly scope: CacheScope;
  readonly question: Parameters<typeof CacheKey.of>[1];
  readonly terms: CacheTerms;
  /** Who was asked first, before an A/B test or a budget had another serve. */
  readonly model: RuntimeModel;
}

/** A question, by which others are found that ask the same in other words. */
export interface LikeQuestion {
  /** Those that it may be compared with. */
  readonly group: CacheKey;
  /** Of length 1. */
  readonly vector: Float32Array;
  readonly words: string;
}
