import { behindLast } from '../../kernel/seeker.ts';
import { AFTER_UNITS } from '../entity/context.ts';
import { DASHES, SPACES } from '../entity/entity.ts';

/** What parts numbers from each other: no number goes on behind it. */
const OUTSIDE = new RegExp(`[^\\w${SPACES}./+():\\u00c0-\\u024f${DASHES}-]`);
/** Units in which a number has a digit at the latest: an Italian fiscal code begins with six letters. */
const LETTERS_FIRST = 8;
/** How far before a number the beginning of what it hangs on is looked for. */
const GLUE_UNITS = 16;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit < 0x3a;
const isCapital = (unit: number): boolean => unit >= 0x41 && unit < 0x5b;

const isWord = (unit: number): boolean =>
  (unit >= 0x30 && unit < 0x3a) ||
  (unit >= 0x41 && unit < 0x5b) ||
  (unit >= 0x61 && unit < 0x7b) ||
  unit === 0x5f ||
  (unit >= 0xc0 && unit < 0x250);

/**
 * The next place from `from` on where a number may begin: a word with a digit near its beginning, that does not hang on another word as the
 * parts of a version, of a path or of a UUID do. Infinity where there is none.
 */
export function numberPlace(text: string, from: number): number {
  let at = from;
  for (;;) {
    const digit = nextDigit(text, at);
    if (digit === text.length) return Infinity;
    const start = wordStart(text, digit);
    if (start !== undefined && start >= from && !isGlued(text, start)) {
      return withLead(text, start, from);
    }
    at = digit + 1;
    while (isWord(text.charCodeAt(at))) at += 1;
  }
}

function nextDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the word begins that has this digit; undefined where the digit is too far from there. */
function wordStart(text: string, digit: number): number | undefined {
  for (let start = digit; start >= digit - LETTERS_FIRST && start >= 0; start -= 1) {
    if (start === 0 || !isWord(text.charCodeAt(start - 1))) return start;
  }
  return undefined;
}

/** Whether a number is a further part of what stands before it. A word of letters and a dash before it are its name: "SSN-". */
function isGlued(text: string, start: number): boolean {
  const glue = text[start - 1];
  if (glue === undefined || !'-./\\@%'.includes(glue)) return false;
  const before = text.slice(Math.max(0, start - GLUE_UNITS), start - 1);
  if (glue === '-') return /\d\w*$/.test(before);
  return /\w$/.test(before);
}

/** The first place where a number is, or may become one of what comes: the word with which the text ends may get digits. */
export function undecidedNumber(text: string, from: number): number {
  const place = numberPlace(text, from);
  if (place >= text.length) return lastWord(text, from);
  const behind = behindLast(OUTSIDE, text, { from: place, aside: AFTER_UNITS });
  if (behind === place) return place;
  const second = numberPlace(text, behind);
  return second < text.length ? second : lastWord(text, behind);
}

/** Capitals in words of their own with which numbers begin: two of British insurance, twice three of Italian fiscal codes, one of Spanish foreigners. */
const CAPITALS = new RegExp(
  `(?<![\\w\\u00c0-\\u024f])(?:[XYZ][${SPACES}${DASHES}-]|[A-Z]{2}[${SPACES}]|[A-Z]{3}[${SPACES}][A-Z]{3}[${SPACES}])$`,
);
const CAPITALS_LAST = new RegExp(
  `(?<![\\w\\u00c0-\\u024f])(?:[XYZ][${SPACES}${DASHES}-]|[A-Z]{2,3}[${SPACES}]?|[A-Z]{3}[${SPACES}][A-Z]{1,3}[${SPACES}]?)$`,
);
/** The longest of them, and what stands before it. */
const CAPITALS_UNITS = 9;

function lastWord(text: string, from: number): number {
  let start = text.length;
  while (start > from && isWord(text.charCodeAt(start - 1))) start -= 1;
  const capitals = CAPITALS_LAST.exec(text.slice(-CAPITALS_UNITS))?.[0] ?? '';
  return Math.max(from, Math.min(withLead(text, start, from), text.length - capitals.length));
}

/** Where a number begins whose first digit or letter stands here: a + or a bracket of a telephone number, two capitals before a blank. */
function withLead(text: string, start: number, from: number): number {
  const capitals = capitalsBefore(text, start);
  if (capitals > 0 && start - capitals >= from) return start - capitals;
  let lead = start;
  while (lead > from && lead > start - 2 && '+('.includes(text[lead - 1] ?? ' ')) lead -= 1;
  return lead;
}

/** How many units the capitals take that a number begins with: the last of them stands before one blank or dash. */
function capitalsBefore(text: string, start: number): number {
  if (!isCapital(text.charCodeAt(start - 2))) return 0;
  return CAPITALS.exec(text.slice(Math.max(0, start - CAPITALS_UNITS), start))?.[0].length ?? 0;
}
