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
const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isOfWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e ||
  byte === 0x45;
const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x66) ||
  (byte >= 0x41 && byte <= 0x46);

/** Hears of the upper levels of a document: the members of its object, and what is in their lists. */
export interface JsonListener {
  /** A member's name in the object at `depth`; the document's own is 1. */
  onName(depth: number, name: string): void;
  /** A value in the object or list at `depth`, by its first byte; `isEmpty` is true of a string without characters. */
  onValue(depth: number, first: number, isEmpty: boolean): void;
}

const DEEPEST_HEARD = 3;
const LONGEST_NAME = 128;

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
  private word = '';
  /** Hexadecimal digits of an escape that are yet to come. */
  private digits = 0;
  private isClosed = false;
  private readonly listener: JsonListener | undefined;
  private readonly name = Buffer.allocUnsafe(LONGEST_NAME);
  private nameLength = 0;
  private isEmpty = true;

  constructor(listener?: JsonListener) {
    this.listener = listener;
  }

  /** Reads a piece; false once it can't be a JSON object any more. */
  push(bytes: Uint8Array): boolean {
    let at = 0;
    while (at < bytes.length && !this.isBad) {
      if (this.state === 'string') at = this.skipString(bytes, at);
      else this.step(bytes[at++] ?? 0);
    }
    return !this.isBad;
  }

  /** Whether what was read is one whole object. */
  get isWhole(): boolean {
    return this.isClosed && !this.isBad;
  }

  private skipString(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && IS_ORDINARY[bytes[at] ?? 0] === 1) at += 1;
    if (at > from) this.isEmpty = false;
    if (this.inKey) this.hearAll(bytes, from, at);
    if (at === bytes.length) return at;
    const byte = bytes[at];
    if (byte === QUOTE) this.endString();
    else if (byte === BACKSLASH) this.beginEscape();
    else this.isBad = true;
    return at + 1;
  }

  private endString(): void {
    this.state = this.inKey ? 'colon' : 'after';
    const depth = this.levels.length;
    if (depth > DEEPEST_HEARD) return;
    if (this.inKey) this.listener?.onName(depth, this.takeName());
    else this.listener?.onValue(depth, QUOTE, this.isEmpty);
  }

  private beginEscape(): void {
    this.state = 'escape';
    this.isEmpty = false;
    if (this.inKey) this.hear(BACKSLASH);
  }

  /** Keeps a byte of a name; of one that is longer than any that is read, the beginning. */
  private hear(byte: number): void {
    if (this.nameLength < LONGEST_NAME) this.name[this.nameLength++] = byte;
  }

  private hearAll(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.hear(bytes[at] ?? 0);
  }

  private takeName(): string {
    return plainName(this.name.toString('latin1', 0, this.nameLength));
  }

  private step(byte: number): void {
    if (this.state === 'escape') {
      this.readEscape(byte);
    } else if (this.state === 'word' && isOfWord(byte)) {
      this.word += String.fromCharCode(byte);
      this.isBad = this.word.length > LONGEST_WORD;
    } else {
      if (this.state === 'word') this.endWord();
      if (!isSpace(byte) && !this.isBad) this.readToken(byte);
    }
  }

  private readEscape(byte: number): void {
    if (this.inKey) this.hear(byte);
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
  }

  private endWord(): void {
    this.isBad = !WORD.test(this.word);
    this.word = '';
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
    this.nameLength = 0;
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
      this.isBad = !isOfWord(byte);
      this.word = String.fromCharCode(byte);
      this.state = 'word';
    }
  }

  private open(isObject: boolean): void {
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
