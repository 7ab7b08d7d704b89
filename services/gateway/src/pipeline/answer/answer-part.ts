import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';

/** What is known of an answer of which the client has had some, or all. */
export interface AnswerPart {
  /** What the provider has said that it used, as far as that came. */
  readonly usage: TokenBuckets | undefined;
  /** How long it is, for an estimate where the provider does not say what it used. */
  readonly characters: number;
  /** Whether `characters` counts its text alone, so that they tell how long a token of the model is. */
  readonly isText: boolean;
  /** Whether it came to its end. */
  readonly finished: boolean;
}
