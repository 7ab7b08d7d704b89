import { skipSpace } from './json-bytes.ts';
import { KnownWords } from '@aicp/common/bytes/known-words';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** An integer of so many digits is exact. */
const MOST_DIGITS = 15;

const NAMES = new KnownWords([
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'prompt_tokens_details',
  'completion_tokens_details',
  'cached_tokens',
  'cache_write_tokens',
  'cache_creation_tokens',
  'reasoning_tokens',
  'audio_tokens',
  'prompt_cache_hit_tokens',
  'citation_tokens',
]);
const NULL = new KnownWords(['null']);
/** 1 for each byte that may stand in a name, and ends none. */
const IS_OF_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[0-9A-Za-z_.-]/.test(String.fromCharCode(byte))),
);

type Members = Record<string, unknown>;

/**
 * Counts and details of an answer's usage as JSON.parse would read them; undefined where they take more than `most` bytes, or are written
 * in an unusual way, so that JSON.parse has to read them.
 */
export function scanUsage(
  bytes: Buffer,
  start: number,
  most: number,
): Readonly<Members> | undefined {
  const usage: Members = {
    prompt_tokens: undefined,
    completion_tokens: undefined,
    total_tokens: undefined,
    prompt_tokens_details: undefined,
    completion_tokens_details: undefined,
    prompt_cache_hit_tokens: undefined,
    cached_tokens: undefined,
    citation_tokens: undefined,
    reasoning_tokens: undefined,
  };
  const scanner = new UsageScanner(bytes, start);
  return scanner.takeObject(usage, 1) && scanner.at <= start + most ? usage : undefined;
}

/** Reads objects of integers that hold such objects. Each step answers whether it found what is usual. */
class UsageScanner {
  private readonly bytes: Buffer;
  at: number;
  /** What was read last. */
  private value: unknown;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads the object that begins here. `levels`: how deep there may be objects in it. */
  takeObject(members: Members, levels: number): boolean {
    this.at += 1;
    if (this.peek() === CLOSE_BRACE) return this.step();
    for (;;) {
      if (!this.takeMember(members, levels)) return false;
      const next = this.peek();
      this.at += 1;
      if (next === CLOSE_BRACE) return true;
      if (next !== COMMA) return false;
    }
  }

  private takeMember(members: Members, levels: number): boolean {
    const { bytes } = this;
    if (this.peek() !== QUOTE) return false;
    const start = this.at + 1;
    let end = start;
    while (IS_OF_NAME[bytes[end] ?? 0] === 1) end += 1;
    this.at = end + 1;
    if (bytes[end] !== QUOTE || this.peek() !== COLON) return false;
    this.at += 1;
    if (!this.takeValue(levels)) return false;
    const name = NAMES.at(bytes, start, end);
    if (name !== '') members[name] = this.value;
    return true;
  }

  private takeValue(levels: number): boolean {
    const first = this.peek();
    if (first >= ZERO && first <= NINE) return this.takeCount();
    if (first !== OPEN_BRACE) return this.takeNull();
    if (levels === 0) return false;
    const details: Members = {
      cached_tokens: undefined,
      cache_write_tokens: undefined,
      cache_creation_tokens: undefined,
      reasoning_tokens: undefined,
      audio_tokens: undefined,
    };
    if (!this.takeObject(details, levels - 1)) return false;
    this.value = details;
    return true;
  }

  /** What comes after the digits is not looked at here: it has to be a comma or the end. */
  private takeCount(): boolean {
    const { bytes, at: start } = this;
    let count = 0;
    let at = start;
    for (let byte = bytes[at] ?? 0; byte >= ZERO && byte <= NINE; byte = bytes[at] ?? 0) {
      count = count * 10 + byte - ZERO;
      at += 1;
    }
    this.at = at;
    this.value = count;
    const digits = at - start;
    return digits <= MOST_DIGITS && (bytes[start] !== ZERO || digits === 1);
  }

  private takeNull(): boolean {
    const { at } = this;
    this.at += 'null'.length;
    this.value = null;
    return NULL.at(this.bytes, at, this.at) !== '';
  }

  /** Steps to the next part, and answers its first byte; 0 at the end. */
  private peek(): number {
    const { bytes } = this;
    const next = bytes[this.at] ?? 0;
    if (next > SPACE) return next;
    this.at = skipSpace(bytes, this.at);
    return bytes[this.at] ?? 0;
  }

  private step(): true {
    this.at += 1;
    return true;
  }
}
