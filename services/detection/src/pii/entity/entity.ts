/** A form in which a number of one kind is written. */
export interface Shape {
  /** Sticky: it is tried at the place where a number begins. Each of its repetitions has a bound. */
  readonly pattern: RegExp;
  /** How sure it is without any word before it, its check digits being right where it has some: more than 0, at most 1. */
  readonly score: number;
}

/** A kind of number that is somebody's: how it is written, how it is checked, and what is said before it. */
export interface Entity {
  /** As Presidio names it. */
  readonly label: string;
  readonly shapes: readonly Shape[];
  /** Whether its check digits are right. It gets the number without its blanks, dots, dashes and slashes, and as it is written. */
  readonly verify?: (compact: string, written: string) => boolean;
  /** Beginnings of words that tell what it is, small, without accents. */
  readonly context: readonly string[];
  /** Beginnings of words before it that tell of another number of the same form: without a word of its own it is that one, mistyped or not. */
  readonly others?: readonly string[];
  /** Words before it with which it is something else. */
  readonly unlike?: RegExp;
}

const END = '(?!\\w|[-.,/]\\d)';

/** What parts groups of digits beside the blank: spaces that do not break, thin ones, and those of full width. */
export const SPACES = ' \\u00a0\\u2002-\\u200a\\u202f\\u3000';
/** What is read as a dash. */
export const DASHES = '\\u2010-\\u2013\\u2212';

/** A form by the source of its pattern, which no further digit or letter may follow. A blank in it is any space. */
export const shape = (pattern: string, score: number): Shape => ({
  pattern: new RegExp(`(?:${anySpace(pattern)})${END}`, 'y'),
  score,
});

/** The pattern with any space for its blanks, and any dash for those that stand last in a class. */
const anySpace = (pattern: string): string =>
  pattern.replaceAll(/\[[^\]]*\]| /g, (part) =>
    part === ' '
      ? `[${SPACES}]`
      : part.replace(' ', SPACES).replace(/^\[(.*)-\]$/, `[$1${DASHES}-]`),
  );
