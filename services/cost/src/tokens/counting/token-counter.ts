/** Counts the tokens of texts. */
export interface TokenCounter {
  /** Of all of them together. Rejects where the thread that counts has ended meanwhile. */
  count(texts: readonly string[]): Promise<number>;
}
