/** Words at which an answer stops, for a vendor that refuses those of white space alone. */
export interface StopWords {
  /** Undefined where none is left. */
  readonly words: readonly string[] | undefined;
  /** `stop` where one was left out. */
  readonly dropped: readonly string[];
}

export function stopWordsOf(stop: readonly string[] | undefined): StopWords {
  const words = stop?.filter((word) => word.trim() !== '') ?? [];
  const dropped = words.length === (stop?.length ?? 0) ? [] : ['stop'];
  return { words: words.length === 0 ? undefined : words, dropped };
}
