import { JsonScanner, type JsonLimits, type JsonProblem } from '@aicp/common/json/json-scanner';

/** What an event may be made of before anything is built from it. */
export interface EventLimits extends JsonLimits {
  /** Characters of the longest number. */
  readonly digits: number;
  /** Bytes beside the sound and the pictures that it carries. */
  readonly bytes: number;
}

/** Why an event is not read. */
export type EventProblem = JsonProblem | 'long' | 'large';

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** A shorter text is counted as one, wherever it stands. */
const SHORT_TEXT = 1024;
/** Members whose texts are sound or pictures in base64. */
const MEDIA: ReadonlySet<string> = new Set(['audio', 'image_url']);

/**
 * Why a message should not be read as an event; undefined where it may be. It takes a time in proportion to the bytes up to the problem, and no memory:
 * reading and writing it again then takes little more, and never fails for its depth.
 */
export function eventProblem(bytes: Buffer, limits: EventLimits): EventProblem | undefined {
  const scanner = new JsonScanner(bytes, limits);
  const seen = { media: 0, isLong: false };
  const value = (member = NO_MEMBER): boolean => {
    const first = scanner.peek();
    const start = scanner.at;
    if (first === OPEN_BRACE) return scanner.eachMember((from, to) => value([from, to]));
    if (first === OPEN_BRACKET) return scanner.eachElement(() => value());
    if (!scanner.skipValue()) return false;
    const length = scanner.at - start;
    if (isNumber(first) && length > limits.digits) seen.isLong = true;
    else if (first === QUOTE && length > SHORT_TEXT && MEDIA.has(nameOf(bytes, member)))
      seen.media += length;
    return !seen.isLong;
  };
  if (value()) scanner.isAtEnd();
  if (seen.isLong) return 'long';
  return scanner.problem ?? (bytes.length - seen.media > limits.bytes ? 'large' : undefined);
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const NO_MEMBER: readonly [number, number] = [0, 0];
const LONGEST_NAME = 16;

/** The name of a member as it is written; of a long one its beginning. */
const nameOf = (bytes: Buffer, [from, to]: readonly [number, number]): string =>
  bytes.toString('latin1', from, Math.min(to, from + LONGEST_NAME));

const isNumber = (first: number): boolean => first === MINUS || (first >= ZERO && first <= NINE);
