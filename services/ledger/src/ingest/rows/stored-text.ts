import { storableText } from '@aicp/contracts/usage/storable-text';

/**
 * Longer names are none that anybody gave: they are cut, so that nothing that a client sends can be too long for a row, nor for an entry of an index, which
 * holds 2,704 bytes with all that stands beside it.
 */
const MOST_CHARACTERS = 600;

/** A text as rows hold it; '' for none. */
export function storedText(text: string | null | undefined): string {
  if (text === null || text === undefined) return '';
  const whole = storableText(text);
  // Once more, since the cut may halve a character.
  return whole.length > MOST_CHARACTERS ? storableText(whole.slice(0, MOST_CHARACTERS)) : whole;
}

/** Escapes that `jsonb` refuses: of NUL, and of halves of characters. An escaped backslash before the letters is none. */
const REFUSED = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** JSON as rows hold it: in the same way, but of any length. */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(REFUSED, '$1');
