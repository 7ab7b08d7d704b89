/** Units before a number among which words that tell what it is are looked for. */
export const CONTEXT_UNITS = 96;
/** What such a word adds to the score, as with Presidio. */
const CONTEXT_SCORE = 0.35;
const CONTEXT_WORDS = 6;
/** Units behind a number among which such a word counts as well: "… is her NHS number". */
export const AFTER_UNITS = 40;
/** Where a sentence or a paragraph ends: what stands in another says nothing of the number. */
const BREAK = /\n\s*\n|(?<=[.!?])\s+(?=\p{Lu})/u;

/** Whether one of the words, or another that begins with it, is among the last five before a place. Small, without accents. */
export type Context = (before: string) => boolean;

/** Makes the look for words; undefined where there are none. */
export function contextOf(words: readonly string[]): Context | undefined {
  if (words.length === 0) return undefined;
  const pattern = new RegExp(`(?<![\\p{Script=Latin}\\d])(?:${words.map(plain).join('|')})`, 'u');
  return (before) => pattern.test(before);
}

/** The last words before a place, as they are compared. */
export function wordsBefore(text: string, place: number): string {
  const near = text.slice(Math.max(0, place - CONTEXT_UNITS), place);
  const sentence = near.split(BREAK).findLast((part) => part.trim() !== '') ?? '';
  return plain(wordsOf(sentence).slice(-CONTEXT_WORDS).join(' '));
}

/** The next words behind a place, as they are compared: of the same line and sentence. */
export function wordsAfter(text: string, place: number): string {
  const near = text.slice(place, place + AFTER_UNITS);
  const [sentence = ''] = near.split(/[\n;|]|[.!?,](?:\s|$)/, 1);
  return plain(wordsOf(sentence).slice(0, CONTEXT_WORDS).join(' '));
}

const wordsOf = (text: string): string[] => text.split(/[\s_:=,;|]+/).filter((word) => word !== '');

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The score with what stands before taken into account. */
export const withContext = (score: number, isThere: boolean): number =>
  isThere ? Math.min(1, score + CONTEXT_SCORE) : score;
