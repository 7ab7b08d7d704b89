import { MEMBER_NAME } from './answer-shapes.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;
const DEPTHS: ReadonlyMap<number, number> = new Map([
  [OPEN_BRACE, 1],
  [OPEN_BRACKET, 1],
  [CLOSE_BRACE, -1],
  [CLOSE_BRACKET, -1],
]);

/*
 * Places in a text that is known to be JSON. Nothing is built of it, so that what is not touched stays as it was written: numbers, the
 * order of members, and members that are there twice.
 */

/** Where the next character stands that is no white space. */
export function afterSpace(json: string, at: number): number {
  let place = at;
  while (json.charCodeAt(place) <= SPACE) place += 1;
  return place;
}

/** Where the string ends that begins at `at`. */
export function afterString(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** Where the value ends that begins at `at`. */
export function afterValue(json: string, at: number): number {
  const first = json.charCodeAt(at);
  if (first === QUOTE) return afterString(json, at);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return afterScalar(json, at);
  let depth = 0;
  let place = at;
  while (place < json.length) {
    const code = json.charCodeAt(place);
    if (code === QUOTE) {
      place = afterString(json, place);
      continue;
    }
    place += 1;
    depth += DEPTHS.get(code) ?? 0;
    if (depth === 0) break;
  }
  return place;
}

/** Where a number, or a word, ends. */
function afterScalar(json: string, at: number): number {
  let place = at;
  while (place < json.length && !isBehindScalar(json.charCodeAt(place))) place += 1;
  return place;
}

const isBehindScalar = (code: number): boolean =>
  code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || code <= SPACE;

/** No more is wanted of an object. */
export const STOP = -1;

/** Calls `take` with the name of each member of the object at `at`, and where its value begins; it says where that ends, or STOP where it wants no more. Answers where the object ends. */
export function eachMember(
  json: string,
  at: number,
  take: (name: string, start: number) => number,
): number {
  let place = afterSpace(json, at + 1);
  while (json.charCodeAt(place) === QUOTE) {
    const end = afterString(json, place);
    const name = decoded(json.slice(place, end));
    const colon = afterSpace(json, end);
    const after = take(name, afterSpace(json, colon + 1));
    if (after === STOP) return STOP;
    place = afterSpace(json, after);
    if (json.charCodeAt(place) === COMMA) place = afterSpace(json, place + 1);
  }
  return place + 1;
}

/** The same for the elements of the array at `at`. */
export function eachElement(
  json: string,
  at: number,
  take: (start: number, place: number) => number,
): number {
  let place = afterSpace(json, at + 1);
  for (let count = 0; place < json.length; count += 1) {
    if (json.charCodeAt(place) === CLOSE_BRACKET) break;
    place = afterSpace(json, take(place, count));
    if (json.charCodeAt(place) === COMMA) place = afterSpace(json, place + 1);
  }
  return place + 1;
}

/** The text of a string, from its quotes. */
export const decoded = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);

/** Whether text stands between two places: a string that is not empty, or a name of a member that is more than a name. */
export function holdsText(json: string, start: number, end: number): boolean {
  let at = json.indexOf('"', start);
  while (at !== -1 && at < end) {
    const after = afterString(json, at);
    const isName = json.charCodeAt(afterSpace(json, after)) === COLON && after < end;
    const isText = isName ? !MEMBER_NAME.test(json.slice(at + 1, after - 1)) : after - at > 2;
    if (isText) return true;
    at = json.indexOf('"', after);
  }
  return false;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a text, and what is written there instead. */
export interface Edit extends Span {
  readonly text: string;
}

/** The text with its edits, which stand in order, up to `until`. */
export function edited(json: string, edits: readonly Edit[], until = json.length): string {
  let text = '';
  let at = 0;
  for (const edit of edits) {
    if (edit.end > until) break;
    text += json.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + json.slice(at, until);
}
