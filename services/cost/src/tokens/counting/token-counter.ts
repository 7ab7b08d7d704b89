import type { Encoding } from './encodings.ts';

/** Counts the tokens of texts. */
export interface TokenCounter {
  /** Of all of them together. Rejects where the thread that counts has ended meanwhile. */
  count(texts: readonly string[], encoding: Encoding): Promise<number>;
}
