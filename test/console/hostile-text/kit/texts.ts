/** What would run, were it taken for more than text: each part sets `window.hostile`, and what it would make of the page is marked. */
export const MARKUP = [
  '<img data-hostile src=x onerror=hostile=1>',
  '<script data-hostile>hostile=2</script>',
  '"><svg data-hostile onload=hostile=3>',
].join('');

/** What a language of templates would compute. */
const TEMPLATE = `{{constructor.constructor('hostile=4')()}}`;

/** Where it is followed, it runs. */
export const SCRIPT_ADDRESS = 'javascript:hostile=5';

/** The same as a page of its own. */
export const PAGE_ADDRESS = 'data:text/html,<script>hostile=10</script>';

/** What turns the words after it around, and what has no width. */
const UNSEEN = '\u202E\u200B';

/** The same with a bell and an escape, which what stands in one line may not hold. */
const SIGNS = `${UNSEEN}\u0007\u001B`;

/** A word without a place to break it at. */
export const LONG_WORD = 'W'.repeat(5000);

/** What a spreadsheet computes begins with one of these. */
const FORMULAS = ['=', '+', '-', '@', '\t=', ';='] as const;

/** Texts of people that begin so, or have a row begin so that a spreadsheet takes a line break for the end of the one before. */
export const FORMULA_TEXTS = [...FORMULAS, '\r=', 'a\r\n='].map((sign) => `${sign}1+1`);

const named = (sign: string): string =>
  `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** How a text is to be read on a page: the signs above are named, and all space is one. */
export const shownText = (text: string): string =>
  text
    .replaceAll(/[\u0007\u001B\u200B\u202E]/g, named)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A name as long as names may be, other than those of other numbers. */
export function hostileName(number: number): string {
  const begun = `${FORMULAS[number % FORMULAS.length] ?? '='}${number}+1${MARKUP}${SIGNS}`;
  return `${begun}${LONG_WORD}`.slice(0, 200);
}

/** As long as descriptions may be. */
export const DESCRIPTION = `${MARKUP}${TEMPLATE} ${SCRIPT_ADDRESS} ${SIGNS}${LONG_WORD}`.slice(
  0,
  2000,
);

/** What of it stands in no other text. */
export const IN_DESCRIPTIONS = `${TEMPLATE} ${SCRIPT_ADDRESS}`;

/** The text of a prompt, which has no variables. */
export const PROMPT = `${MARKUP}${SCRIPT_ADDRESS} ${SIGNS}${LONG_WORD}`;

/** What the API says where it refuses. */
export const REFUSAL = `=1+1${MARKUP}${TEMPLATE}${SCRIPT_ADDRESS} ${SIGNS}${LONG_WORD}`;

/** What identifies somebody or something elsewhere. */
export const IDENTIFIER = `=1+1${MARKUP}${UNSEEN}`;

/** A word of at most 64 characters. */
export const LABEL = `=<img data-hostile src=x onerror=hostile=6>${SIGNS}`;

/** An address, and one for mail: without spaces. */
export const ADDRESS = `https://hostile.example/"><svg/data-hostile/onload=hostile=7>${UNSEEN}`;
export const MAIL = `"><svg/data-hostile/onload=hostile=8>${UNSEEN}@hostile.example`;
