/**
 * Steps over JSON text in a buffer, byte by byte, without making strings. The text must be valid JSON: nothing here checks it.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Strings longer than this are searched by the buffer's own indexOf, which is faster on long ones. */
const LONG_STRING = 48;

/** The first position from `at` on that holds no white space. */
export function skipSpace(bytes: Buffer, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next += 1;
  return next;
}

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The position after the string that opens at `at`. */
export function endOfString(bytes: Buffer, at: number): number {
  let next = at + 1;
  const near = Math.min(bytes.length, next + LONG_STRING);
  while (next < near) {
    const byte = bytes[next];
    if (byte === QUOTE) return next + 1;
    next += byte === BACKSLASH ? 2 : 1;
  }
  return endOfLongString(bytes, next);
}

function endOfLongString(bytes: Buffer, from: number): number {
  let quote = bytes.indexOf(QUOTE, from);
  while (quote !== -1) {
    let before = quote - 1;
    while (before >= from && bytes[before] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
    quote = bytes.indexOf(QUOTE, quote + 1);
  }
  return bytes.length;
}

/** The answer of {@link endOfValue} for a value that is nested deeper than it may be. */
export const TOO_DEEP = -1;

/** The position after the value that begins at `at`, or {@link TOO_DEEP} where it has more than `deepest` levels of lists and objects. */
export function endOfValue(bytes: Buffer, at: number, deepest = Infinity): number {
  const first = bytes[at];
  if (first === QUOTE) return endOfString(bytes, at);
  if (first === 0x7b || first === 0x5b) return endOfNested(bytes, at, deepest);
  let next = at;
  while (next < bytes.length && !endsScalar(bytes[next])) next += 1;
  return next;
}

const endsScalar = (byte: number | undefined): boolean =>
  byte === 0x2c || byte === 0x7d || byte === 0x5d || isSpace(byte);

function endOfNested(bytes: Buffer, at: number, deepest: number): number {
  let depth = 0;
  let next = at;
  while (next < bytes.length) {
    const byte = bytes[next];
    if (byte === QUOTE) {
      next = endOfString(bytes, next);
      continue;
    }
    if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > deepest) return TOO_DEEP;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    }
    next += 1;
    if (depth === 0) return next;
  }
  return bytes.length;
}
