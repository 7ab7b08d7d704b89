import { skipSpace } from './json-bytes.ts';
import type { Span } from './read-members.ts';

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const T = 0x74;
/** Bytes of a number that are read. */
const LONGEST_NUMBER = 64;

/** The value of a member; undefined as well for null. */
export const valueOf = (body: Buffer, span: Span | undefined): unknown =>
  (span && (JSON.parse(body.toString('utf8', span.start, span.end)) as unknown)) ?? undefined;

export const isTrue = (body: Buffer, span: Span | undefined): boolean =>
  span !== undefined && body[span.start] === T;

/** Whether a member is a list that holds something. */
export const hasElements = (body: Buffer, span: Span | undefined): boolean =>
  span !== undefined &&
  body[span.start] === OPEN_BRACKET &&
  body[skipSpace(body, span.start + 1)] !== CLOSE_BRACKET;

/** A number above zero; anything else is left to the provider. Only the beginning of a number without end is read. */
export function positive(body: Buffer, span: Span | undefined): number | undefined {
  if (!span) return undefined;
  const end = Math.min(span.end, span.start + LONGEST_NUMBER);
  const first = body[span.start] ?? 0;
  if (first < 0x30 || first > 0x39) return undefined;
  const value = Number.parseFloat(body.toString('latin1', span.start, end));
  return value > 0 ? value : undefined;
}

const COUNT = /^[1-9][0-9]{0,5}$/;

/** Whether a member says how many of something there are to be: a whole number of at most six digits. One that is absent or null does. */
export function isCount(body: Buffer, span: Span | undefined): boolean {
  if (!span) return true;
  const written = body.toString(
    'latin1',
    span.start,
    Math.min(span.end, span.start + LONGEST_NUMBER),
  );
  return written === 'null' || isWrittenCount(written);
}

/** Whether a text says how many of something there are to be. */
export const isWrittenCount = (written: string): boolean => COUNT.test(written);

/** What is said of a member that is none. */
export const NO_COUNT = 'a whole number, 1 or more';
