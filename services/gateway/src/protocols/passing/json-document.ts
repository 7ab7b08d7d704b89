import { KnownWords } from '@aicp/common/bytes/known-words';

/** What may come next. */
type State =
  | 'value'
  | 'value or end'
  | 'key'
  | 'key or end'
  | 'colon'
  | 'after'
  | 'string'
  | 'escape'
  | 'word';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const MOST_LEVELS = 256;
const LONGEST_WORD = 1024;
const ESCAPED = new Set(Buffer.from('"\\/bfnrt'));
const WORD = /^(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$/;
/** 1 for each byte that stands for itself in a string. */
const IS_ORDINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH),
);
/** 1 for each byte that numbers and literals are made of. */
const IS_OF_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[0-9a-z+.E-]/.test(String.fromCharCode(byte))),
);
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;
const isHex = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);

/** Hears of the upper levels of a document: the members of its object, and what is in their lists. */
export interface JsonListener {
  /** The names of members that it knows; of others it hears that their name is empty. */
  readonly names: KnownWords;
  /** A member's name in the object at `depth`; the document's own is 1. */
  onName(depth: number, name: string): void;
  /** A value in the object or list at `depth`, by its first byte; `isEmpty` is true of a string without characters. */
  onValue(depth: number, first: number, isEmpty: boolean): void;
}

const DEEPEST_HEARD = 3;
const LONGEST_NAME = 128;

const LITERALS = new KnownWords(['null', 'true', 'false']);

/** Whether digits stand there that JSON takes for an integer. */
function isNatural(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isDigit(bytes[at] ?? 0)) return false;
  return bytes[start] !== ZERO || end === start + 1;
}

/**
 * Checks a JSON object as its bytes come, a piece at a time, and builds nothing of it: an answer of any size is checked without ever
 * holding up the event loop for longer than one read.
 */
export class JsonDocument {
  private state: State = 'value';
  private isBad = false;
  /** For each level, whether it is an object. */
  private readonly levels: boolean[] = [];
  private inKey = false;
  /** Of a name, a number or a literal that is cut, or of a name with escapes: what came before. */
  private begun = '';
  /** Hexadecimal digits of an escape that are yet to come. */
  private digits = 0;
  private isOpened = false;
  private isClosed = false;
  private readonly listener: JsonListener | undefined;
  private isEmpty = true;

  constructor(listener?: JsonListener) {
    this.listener = listener;
  }

  /** Reads a piece; false once it can't be a JSON object any more. */
  push(bytes: Buffer): boolean {
    let at = 0;
    while (at < bytes.length && !this.isBad) at = this.step(bytes, at);
    return !this.isBad;
  }

  /** Whether an object began, whatever became of it. */
  get hasBegun(): boolean {
    return this.isOpened;
  }

  /** Whether what was read is one whole object. */
  get isWhole(): boolean {
    return this.isClosed && !this.isBad;
  }

  /** Reads what begins at `at`; answers where the next begins. */
  private step(bytes: Buffer, at: number): number {
    if (this.state === 'string') return this.readString(bytes, at);
    if (this.state === 'word') return this.readWord(bytes, at);
    if (this.state === 'escape') return this.readEscape(bytes, at);
    const byte = bytes[at] ?? 0;
    if (!isSpace(byte)) this.readToken(byte);
    // A word begins with this very byte, or else it stands where it must not.
    return IS_OF_WORD[byte] === 1 ? at : at + 1;
  }

  private readString(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && IS_ORDINARY[bytes[at] ?? 0] === 1) at += 1;
    if (at > from) this.isEmpty = false;
    const byte = bytes[at];
    if (byte === QUOTE) {
      this.endString(bytes, from, at);
    } else {
      if (this.inKey) this.keep(bytes, from, at);
      if (byte === BACKSLASH) this.beginEscape();
      else if (byte !== undefined) this.isBad = true;
    }
    return at + 1;
  }

  private endString(bytes: Buffer, from: number, to: number): void {
    this.state = this.inKey ? 'colon' : 'after';
    const depth = this.levels.length;
    const { listener } = this;
    if (!listener || depth > DEEPEST_HEARD) return;
    if (this.inKey) listener.onName(depth, this.nameIn(listener.names, bytes, from, to));
    else listener.onValue(depth, QUOTE, this.isEmpty);
  }

  /** The name whose rest stands there. */
  private nameIn(names: KnownWords, bytes: Buffer, from: number, to: number): string {
    if (this.begun === '') return names.at(bytes, from, to);
    this.keep(bytes, from, to);
    const name = Buffer.from(plainName(this.begun));
    return names.at(name, 0, name.length);
  }

  private beginEscape(): void {
    this.state = 'escape';
    this.isEmpty = false;
    if (this.inKey) this.keepByte(BACKSLASH);
  }

  /** Keeps a part of a name; of one that is longer than any that is read, the beginning. */
  private keep(bytes: Buffer, from: number, to: number): void {
    const end = Math.min(to, from + LONGEST_NAME - this.begun.length);
    if (end > from) this.begun += bytes.toString('latin1', from, end);
  }

  private keepByte(byte: number): void {
    if (this.begun.length < LONGEST_NAME) this.begun += String.fromCharCode(byte);
  }

  private readEscape(bytes: Buffer, at: number): number {
    const byte = bytes[at] ?? 0;
    if (this.inKey) this.keepByte(byte);
    if (this.digits > 0) {
      this.digits -= 1;
      this.isBad = !isHex(byte);
      if (this.digits === 0) this.state = 'string';
    } else if (byte === LOWER_U) {
      this.digits = 4;
    } else {
      this.isBad = !ESCAPED.has(byte);
      this.state = 'string';
    }
    return at + 1;
  }

  private readWord(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && IS_OF_WORD[bytes[at] ?? 0] === 1) at += 1;
    if (this.begun.length + at - from > LONGEST_WORD) this.isBad = true;
    else if (at === bytes.length) this.begun += bytes.toString('latin1', from, at);
    else this.endWord(bytes, from, at);
    return at;
  }

  /** Most words are literals and integers, which a look at the bytes tells. */
  private endWord(bytes: Buffer, from: number, to: number): void {
    const isUsual =
      this.begun === '' && (LITERALS.at(bytes, from, to) !== '' || isNatural(bytes, from, to));
    this.isBad = !isUsual && !WORD.test(this.begun + bytes.toString('latin1', from, to));
    this.state = 'after';
  }

  private readToken(byte: number): void {
    switch (this.state) {
      case 'value':
        this.beginValue(byte);
        break;
      case 'value or end':
        if (byte === CLOSE_BRACKET) this.close(false);
        else this.beginValue(byte);
        break;
      case 'key or end':
        if (byte === CLOSE_BRACE) this.close(true);
        else this.beginKey(byte);
        break;
      case 'key':
        this.beginKey(byte);
        break;
      case 'colon':
        this.isBad = byte !== COLON;
        this.state = 'value';
        break;
      default:
        this.readAfter(byte);
    }
  }

  private beginKey(byte: number): void {
    this.isBad = byte !== QUOTE;
    this.inKey = true;
    this.begun = '';
    this.state = 'string';
  }

  private beginValue(byte: number): void {
    const depth = this.levels.length;
    if (depth > 0 && depth <= DEEPEST_HEARD && byte !== QUOTE)
      this.listener?.onValue(depth, byte, false);
    if (byte === OPEN_BRACE) {
      this.open(true);
    } else if (this.levels.length === 0) {
      this.isBad = true;
    } else if (byte === OPEN_BRACKET) {
      this.open(false);
    } else if (byte === QUOTE) {
      this.inKey = false;
      this.isEmpty = true;
      this.state = 'string';
    } else {
      this.isBad = IS_OF_WORD[byte] === 0;
      this.begun = '';
      this.state = 'word';
    }
  }

  private open(isObject: boolean): void {
    this.isOpened = true;
    this.isBad = this.levels.push(isObject) > MOST_LEVELS;
    this.state = isObject ? 'key or end' : 'value or end';
  }

  private close(isObject: boolean): void {
    this.isBad = this.levels.pop() !== isObject;
    this.isClosed = this.levels.length === 0;
    this.state = 'after';
  }

  private readAfter(byte: number): void {
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.close(byte === CLOSE_BRACE);
    else if (byte !== COMMA || this.levels.length === 0) this.isBad = true;
    else this.state = this.levels.at(-1) === true ? 'key' : 'value';
  }
}

/** A name as it is meant; one that is too long to be anybody's is left as it is. */
function plainName(written: string): string {
  if (!written.includes('\\') || written.length === LONGEST_NAME) return written;
  return JSON.parse(`"${written}"`) as string;
}
