/** Units before a number among which words that tell what it is are looked for. */
export const CONTEXT_UNITS = 96;
/** What such a word adds to the score, as with Presidio. */
const CONTEXT_SCORE = 0.35;
const CONTEXT_WORDS = 5;

/** Whether one of the words, or another that begins with it, is among the last five before a place. Small, without accents. */
export type Context = (before: string) => boolean;

/** Makes the look for words; undefined where there are none. */
export function contextOf(words: readonly string[]): Context | undefined {
  if (words.length === 0) return undefined;
  const pattern = new RegExp(`(?<![\\p{Script=Latin}\\d])(?:${words.join('|')})`, 'u');
  return (before) => pattern.test(before);
}

/** The last words before a place, as they are compared. */
export function wordsBefore(text: string, place: number): string {
  const near = text.slice(Math.max(0, place - CONTEXT_UNITS), place);
  const words = near.split(/[\s_:=,;|]+/).filter((word) => word !== '');
  const last = words.slice(-CONTEXT_WORDS).join(' ');
  return last.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The score with what stands before taken into account. */
export const withContext = (score: number, isThere: boolean): number =>
  isThere ? Math.min(1, score + CONTEXT_SCORE) : score;
