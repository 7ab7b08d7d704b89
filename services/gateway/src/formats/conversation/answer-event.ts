import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { Seal } from './conversation.ts';

/** Why an answer ended. `refusal`: the model declined; `filter`: somebody beside it cut the answer off. `pause`: it goes on if it is sent back. */
export type StopReason =
  'stop' | 'stop_sequence' | 'length' | 'calls' | 'filter' | 'refusal' | 'pause';

/**
 * A step of an answer, as no vendor writes it. Steps come in the order in which the answer grows: `begin` first, `end` behind all that it
 * says, `usage` wherever the vendor says it, each replacing the one before. A document is the same steps, read at once.
 */
export type AnswerEvent =
  | {
      readonly kind: 'begin';
      readonly id?: string | undefined;
      readonly model?: string | undefined;
      /** Seconds since 1970. */
      readonly createdAt?: number | undefined;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** Ends a piece of reasoning, of which no text may have come. */
  | { readonly kind: 'sealed'; readonly seal: Seal }
  /** A call begins; `index` counts the calls of the answer from 0. */
  | {
      readonly kind: 'call';
      readonly index: number;
      readonly id: string;
      readonly name: string;
      readonly seal?: Seal | undefined;
    }
  /** More of the arguments of a call. */
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: TokenBuckets }
  | {
      readonly kind: 'end';
      readonly reason: StopReason;
      readonly stopSequence?: string | undefined;
    }
  /** The vendor broke the answer off with an error. */
  | { readonly kind: 'error'; readonly fault: Fault };

/** An error of a vendor, in its own words. */
export interface Fault {
  readonly message: string;
  /** As the vendor names it; undefined where it does not. */
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
}
