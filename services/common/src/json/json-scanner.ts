import { IS_ORDINARY, OrdinaryWords } from './ordinary-words.ts';

/** What a text may be made of before anything is built from it. */
export interface JsonLimits {
  /** Levels of lists and objects, at most a thousand: the scanner recurses as deep. */
  readonly depth: number;
  /** Values in lists and objects, in the whole text. */
  readonly elements: number;
}

/** Why a text is not read. */
export type JsonProblem = 'malformed' | 'deep' | 'many';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
const LOWER_CASE = 0x20;

const LITERALS = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));
/** So many bytes of a string are looked at one by one before it counts as long. */
const SHORT_STRING = 32;

/**
 * Steps over JSON text, byte by byte, and checks it as JSON.parse does, without building anything of it. Each step answers whether it
 * succeeded; after one that did not, `problem` says why, and there is nothing more to do. That the bytes are UTF-8 is not checked.
 */
export class JsonScanner {
  /** Where the next step begins. */
  at = 0;
  problem: JsonProblem | undefined;
  /** Whether the string that was stepped over last is ASCII without escapes: as it is written, so it is meant. */
  isPlain = true;
  private readonly bytes: Uint8Array;
  private readonly words: OrdinaryWords;
  private readonly limits: JsonLimits;
  private depth = 0;
  private elements = 0;
  /** Bytes so far that {@link characters} does not count. */
  private surplus = 0;

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.bytes = bytes;
    this.words = new OrdinaryWords(bytes);
    this.limits = limits;
  }

  /** UTF-16 units of the text so far, the same however it is written: an escape counts one, white space between the parts none. */
  get characters(): number {
    return this.at - this.surplus;
  }

  /** Steps to the next part, and answers its first byte; 0 at the end. */
  peek(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let byte = bytes[at] ?? 0;
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at += 1;
      byte = bytes[at] ?? 0;
    }
    this.at = at;
    this.surplus += at - start;
    return byte;
  }

  /** Whether nothing is left but white space. */
  isAtEnd(): boolean {
    this.peek();
    return this.at >= this.bytes.length || this.fail('malformed');
  }

  /** Steps over one value. */
  readonly skipValue = (): boolean => {
    const first = this.peek();
    if (first === QUOTE) return this.skipString();
    if (first === OPEN_BRACE) return this.eachMember(this.skipValue);
    if (first === OPEN_BRACKET) return this.eachElement(this.skipValue);
    const word = LITERALS.get(first);
    return word ? this.skipWord(word) : this.skipNumber();
  };

  /**
   * Steps over an object. `take` is called for each member, with its name's bytes from `start` to `end` (and `isPlain` telling of them);
   * it has to step over the member's value.
   */
  eachMember(take: (start: number, end: number) => boolean): boolean {
    if (!this.open()) return false;
    if (this.peek() === CLOSE_BRACE) return this.close();
    for (;;) {
      if (this.peek() !== QUOTE) return this.fail('malformed');
      const start = this.at + 1;
      if (!this.skipString()) return false;
      const end = this.at - 1;
      if (!this.stepOverColon() || !this.count() || !take(start, end)) return false;
      if (this.isLast(CLOSE_BRACE)) return this.problem === undefined;
    }
  }

  /** Steps over a list. `take` is called before each element, and has to step over it. */
  eachElement(take: () => boolean): boolean {
    if (!this.open()) return false;
    if (this.peek() === CLOSE_BRACKET) return this.close();
    for (;;) {
      if (!this.count() || !take()) return false;
      if (this.isLast(CLOSE_BRACKET)) return this.problem === undefined;
    }
  }

  /** Steps over the string that begins here. */
  skipString(): boolean {
    const { bytes } = this;
    let at = this.at + 1;
    this.isPlain = true;
    for (;;) {
      const near = at + SHORT_STRING;
      while (at !== near && IS_ORDINARY[bytes[at] ?? 0] === 1) at += 1;
      if (at === near) at = this.words.endAfter(at);
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) break;
      at = byte < 0x80 ? this.afterEscape(at) : this.afterWide(at, byte);
      if (at === 0) return this.fail('malformed');
    }
    this.at = at + 1;
    return true;
  }

  /** The position after a byte of a wide character: one of two or three bytes is one UTF-16 unit, one of four is two. */
  private afterWide(at: number, byte: number): number {
    this.isPlain = false;
    if (byte < 0xc0) this.surplus += 1;
    else if (byte >= 0xf0) this.surplus -= 1;
    return at + 1;
  }

  /** The position after an escape; 0 where it is none. */
  private afterEscape(at: number): number {
    this.isPlain = false;
    if (this.bytes[at] !== BACKSLASH) return 0;
    const kind = this.bytes[at + 1] ?? 0;
    const length = kind === LOWER_U ? 6 : 2;
    this.surplus += length - 1;
    if (kind === LOWER_U) return this.isHex(at + 2) && this.isHex(at + 4) ? at + length : 0;
    return ESCAPED.has(kind) ? at + length : 0;
  }

  /** Whether two hexadecimal digits stand there. */
  private isHex(at: number): boolean {
    return isHexDigit(this.bytes[at]) && isHexDigit(this.bytes[at + 1]);
  }

  private skipWord(word: Uint8Array): boolean {
    for (const byte of word) {
      if (this.bytes[this.at] !== byte) return this.fail('malformed');
      this.at += 1;
    }
    return true;
  }

  private skipNumber(): boolean {
    if (this.bytes[this.at] === MINUS) this.at += 1;
    const startsWithZero = this.bytes[this.at] === ZERO;
    const whole = this.skipDigits();
    if (whole === 0 || (startsWithZero && whole > 1)) return this.fail('malformed');
    if (this.bytes[this.at] === POINT) {
      this.at += 1;
      if (this.skipDigits() === 0) return this.fail('malformed');
    }
    return this.skipExponent();
  }

  private skipExponent(): boolean {
    if (((this.bytes[this.at] ?? 0) | LOWER_CASE) !== LOWER_E) return true;
    const sign = this.bytes[this.at + 1];
    this.at += sign === MINUS || sign === PLUS ? 2 : 1;
    return this.skipDigits() > 0 || this.fail('malformed');
  }

  /** How many there were. */
  private skipDigits(): number {
    const start = this.at;
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined || byte < ZERO || byte > NINE) return this.at - start;
      this.at += 1;
    }
  }

  private stepOverColon(): boolean {
    if (this.peek() !== COLON) return this.fail('malformed');
    this.at += 1;
    return true;
  }

  /** After a value: steps over the comma, and answers false, or over the end of the list or object; true as well where neither is there. */
  private isLast(end: number): boolean {
    const next = this.peek();
    if (next === end) return this.close();
    this.at += 1;
    return next !== COMMA && !this.fail('malformed');
  }

  private open(): boolean {
    this.depth += 1;
    this.at += 1;
    return this.depth <= this.limits.depth || this.fail('deep');
  }

  private close(): true {
    this.depth -= 1;
    this.at += 1;
    return true;
  }

  private count(): boolean {
    this.elements += 1;
    return this.elements <= this.limits.elements || this.fail('many');
  }

  private fail(problem: JsonProblem): false {
    this.problem = problem;
    return false;
  }
}

function isHexDigit(byte = 0): boolean {
  const letter = byte | LOWER_CASE;
  return (byte >= ZERO && byte <= NINE) || (letter >= 0x61 && letter <= 0x66);
}

/**
 * Why JSON.parse should not be given this text: it is no JSON, or more than `limits` allow. Undefined where it may be. It takes a time
 * in proportion to the bytes up to the problem, and no memory; whether the bytes are UTF-8 is the caller's to check.
 */
export function jsonProblem(bytes: Uint8Array, limits: JsonLimits): JsonProblem | undefined {
  const scanner = new JsonScanner(bytes, limits);
  if (scanner.skipValue()) scanner.isAtEnd();
  return scanner.problem;
}
