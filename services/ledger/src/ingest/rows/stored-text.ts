/** Longer names are none that anybody gave: they are cut, so that nothing that a client sends can be too long for a row. */
const MOST_CHARACTERS = 1_000;
// PostgreSQL stores every character but this one.
const NUL = /\u0000/g;

/** A text as rows hold it; '' for none. */
export function storedText(text: string | null | undefined): string {
  if (text === null || text === undefined) return '';
  const cut = text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text;
  return cut.includes('\u0000') ? cut.replace(NUL, '') : cut;
}

/** Escapes that `jsonb` refuses: of NUL, and of halves of characters. An escaped backslash before the letters is none. */
const REFUSED = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/** JSON as rows hold it: in the same way, but of any length. */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(REFUSED, '$1');
