const UNSEEN = /^[\s\p{Cc}\p{Cf}]*$/u;

/** Whether a word holds anything that a reader sees: space and characters without width are nothing to look for. */
export const isSeen = (word: string): boolean => !UNSEEN.test(word);
