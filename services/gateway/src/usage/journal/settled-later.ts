import { z } from 'zod';

const tokens = z.int().min(0);

/**
 * What an intent says of a response with which its provider goes on after our answer: where it is asked for, until when, and the outcome as far as it is known
 * by then. Whoever has the intent can settle it, also a process after the one that wrote it.
 */
export const settledLater = z.object({
  /** Name of the Provider, and a digest of its identity. */
  at: z.string(),
  digest: z.string(),
  /** The credential by which it was left there. */
  by: z.string(),
  /** What the provider calls it. */
  up: z.string(),
  /** Milliseconds since 1970; then it counts with what was likely. */
  until: z.number(),
  /** Tokens in and out that are believed at most. */
  most: z.tuple([tokens, tokens]),
  /** The line of its outcome, without tokens and cost. */
  out: z.string(),
  /** Tokens and nano-USD that it holds of limits and budgets until then; absent: what is likely. */
  holds: z.tuple([tokens, tokens]).optional(),
  /** What it costs where its model has no price: nothing, or what nobody knows. Absent: costs are not reckoned. */
  unpriced: z.enum(['zero', 'unknown']).optional(),
  /** How many requests it is of, where it is a batch, each of which gets a record of its own. */
  lines: z.int().min(1).optional(),
});

export type SettledLater = z.output<typeof settledLater>;

/** The line of an intent that is settled later. */
export const withSettledLater = (intent: string, later: SettledLater): string =>
  `${intent.slice(0, -1)},"later":${JSON.stringify(later)}}`;

/** Whether the line of an intent says so. Names of tags are within strings, whose quotes are escaped. */
export const isSettledLater = (intent: string): boolean => intent.includes(',"later":{"at":"');
