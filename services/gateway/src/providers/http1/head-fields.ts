import { KnownWords } from '@aicp/common/bytes/known-words';

const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;

const VERSIONS = new KnownWords(['HTTP/1.1 ', 'HTTP/1.0 ']);
const LONGEST_VERSION = 9;
const LENGTH = /^[0-9]{1,15}$/;
const MOST_DIGITS = 15;

/** 1 for each byte that names are made of. */
const IS_OF_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(String.fromCharCode(byte))),
);
/** 1 for each byte that may stand in a value: no control character but the tab. */
const IS_OF_VALUE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === TAB || (byte >= SPACE && byte !== 0x7f)),
);

/** The headers of answers that anybody reads, in lower case. What came twice is joined by a comma. */
export interface ReadHeaders {
  [name: string]: string | undefined;
  connection: string | undefined;
  'content-encoding': string | undefined;
  'content-type': string | undefined;
  'keep-alive': string | undefined;
  'retry-after': string | undefined;
  'retry-after-ms': string | undefined;
  'transfer-encoding': string | undefined;
  /** What kind of error a service of AWS answers. */
  'x-amzn-errortype': string | undefined;
}

const noHeaders = (): ReadHeaders => ({
  connection: undefined,
  'content-encoding': undefined,
  'content-type': undefined,
  'keep-alive': undefined,
  'retry-after': undefined,
  'retry-after-ms': undefined,
  'transfer-encoding': undefined,
  'x-amzn-errortype': undefined,
});

const CONTENT_LENGTH = 'content-length';
const NAMES = new KnownWords([CONTENT_LENGTH, ...Object.keys(noHeaders())]);
/** Values that come with most answers: no strings are made for them. */
const VALUES = new KnownWords([
  'application/json',
  'application/json; charset=utf-8',
  'text/event-stream',
  'text/event-stream; charset=utf-8',
  'application/vnd.amazon.eventstream',
  'keep-alive',
  'close',
  'chunked',
]);

/** Reads a head of HTTP/1 from bytes, without making strings of what nobody reads. */
export class HeadFields {
  /** Where the next part begins; after the head when it was read. */
  at: number;
  status = 0;
  isVersion11 = false;
  /** Whether there is a version and a status. */
  hasStatus = false;
  readonly headers = noHeaders();
  /** The value of `content-length`; NaN where it is none. */
  length: number | undefined;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.at = start;
  }

  /** Whether there was a whole head: a status line, names that are tokens with values, and a blank line. */
  read(): boolean {
    if (!this.readStatus()) return false;
    while (this.bytes[this.at] !== CARRIAGE_RETURN) if (!this.readHeader()) return false;
    return this.readLineEnd();
  }

  private readStatus(): boolean {
    const { bytes, at } = this;
    const digits = at + LONGEST_VERSION;
    const version = VERSIONS.at(bytes, at, digits);
    if (version === '') return false;
    this.isVersion11 = version === 'HTTP/1.1 ';
    this.status =
      digit(bytes[digits]) * 100 + digit(bytes[digits + 1]) * 10 + digit(bytes[digits + 2]);
    this.at = digits + 3;
    const next = bytes[this.at];
    this.hasStatus = this.status >= 0 && (next === SPACE || next === CARRIAGE_RETURN);
    if (!this.hasStatus) return false;
    if (next === SPACE) this.at = this.endOfValue(this.at);
    return this.readLineEnd();
  }

  private readHeader(): boolean {
    const { bytes, at: start } = this;
    let colon = start;
    while (IS_OF_NAME[bytes[colon] ?? 0] === 1) colon += 1;
    if (colon === start || bytes[colon] !== COLON) return false;
    const end = this.endOfValue(colon + 1);
    this.at = end;
    if (!this.readLineEnd()) return false;
    const name = NAMES.inAnyCase(bytes, start, colon);
    if (name === CONTENT_LENGTH) this.takeLength(colon + 1, end);
    else if (name !== '') this.take(name, this.valueIn(colon + 1, end));
    return true;
  }

  private endOfValue(from: number): number {
    const { bytes } = this;
    let at = from;
    while (IS_OF_VALUE[bytes[at] ?? 0] === 1) at += 1;
    return at;
  }

  private readLineEnd(): boolean {
    const { bytes, at } = this;
    this.at = at + 2;
    return bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED;
  }

  private take(name: string, value: string): void {
    const before = this.headers[name];
    this.headers[name] = before === undefined ? value : `${before}, ${value}`;
  }

  private valueIn(start: number, end: number): string {
    const { bytes } = this;
    const from = bytes[start] === SPACE ? start + 1 : start;
    return VALUES.at(bytes, from, end) || bytes.toString('latin1', from, end).trim();
  }

  /** One that comes twice is none. */
  private takeLength(start: number, end: number): void {
    this.length = this.length === undefined ? this.lengthIn(start, end) : NaN;
  }

  private lengthIn(start: number, end: number): number {
    const { bytes } = this;
    let length = 0;
    const from = bytes[start] === SPACE ? start + 1 : start;
    for (let at = from; at < end; at += 1) length = length * 10 + digit(bytes[at]);
    if (length >= 0 && end > from && end - from <= MOST_DIGITS) return length;
    // There may be more white space around it.
    const text = this.valueIn(start, end);
    return LENGTH.test(text) ? Number(text) : NaN;
  }
}

/** NaN where the byte is none. */
const digit = (byte = 0): number => (byte >= ZERO && byte <= NINE ? byte - ZERO : NaN);
