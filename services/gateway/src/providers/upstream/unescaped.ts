const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const HEX = /^[0-9A-Fa-f]{4}$/;

/** Escapes of JSON that are a letter: what each stands for. */
const SHORT = new Map<number, number>(
  Object.entries({
    '"': '"',
    '\\': '\\',
    '/': '/',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
  }).map(([letter, means]) => [letter.charCodeAt(0), means.charCodeAt(0)]),
);

/** A text whose escapes of JSON are undone, and where each of its bytes came from. */
export interface Unescaped {
  readonly bytes: Buffer;
  /** The first byte in the text of what became the byte at a place; at the end, the text's end. */
  readonly originOf: (place: number) => number;
}

/** Undoes the escapes of JSON in a text (UTF-8). What is no escape stays as it is. */
export function unescaped(text: Buffer): Unescaped {
  const writer = new Writer(text);
  let at = text.indexOf(BACKSLASH);
  while (at !== -1) {
    const length = writer.escape(at);
    at = text.indexOf(BACKSLASH, at + length);
  }
  return writer.finish();
}

class Writer {
  private readonly text: Buffer;
  /** Never longer than the text. */
  private readonly out: Buffer;
  private length = 0;
  /** What of the text is in `out`. */
  private taken = 0;
  /** Where pieces begin: in `out`, and in the text. */
  private readonly places: number[] = [];
  private readonly origins: number[] = [];

  constructor(text: Buffer) {
    this.text = text;
    this.out = Buffer.allocUnsafe(text.length);
  }

  /** Takes what stands before an escape, and what the escape means. Answers how long it is; 1 where it is none. */
  escape(at: number): number {
    const letter = this.text[at + 1] ?? 0;
    if (letter === LETTER_U) return this.character(at);
    const means = SHORT.get(letter);
    if (means === undefined) return 1;
    this.plain(at);
    this.put(at, String.fromCharCode(means), 2);
    return 2;
  }

  finish(): Unescaped {
    const { text, out, places, origins } = this;
    this.plain(text.length);
    const bytes = out.subarray(0, this.length);
    const originOf = (place: number): number => {
      if (place >= bytes.length) return text.length;
      const index = lastUpTo(places, place);
      return Math.min(
        (origins[index] ?? 0) + place - (places[index] ?? 0),
        origins[index + 1] ?? text.length,
      );
    };
    return { bytes, originOf };
  }

  /** `\u0041`, or two of them that are one character. */
  private character(at: number): number {
    const first = this.codeAt(at);
    if (first === undefined) return 1;
    const second = isHigh(first) ? this.codeAt(at + 6) : undefined;
    const isPair = second !== undefined && isLow(second);
    const length = isPair ? 12 : 6;
    this.plain(at);
    this.put(at, isPair ? String.fromCharCode(first, second) : String.fromCharCode(first), length);
    return length;
  }

  private codeAt(at: number): number | undefined {
    if (this.text[at] !== BACKSLASH || this.text[at + 1] !== LETTER_U) return undefined;
    const digits = this.text.toString('latin1', at + 2, at + 6);
    return HEX.test(digits) ? Number.parseInt(digits, 16) : undefined;
  }

  private plain(end: number): void {
    if (end <= this.taken) return;
    this.mark(this.taken);
    this.length += this.text.copy(this.out, this.length, this.taken, end);
    this.taken = end;
  }

  private put(at: number, character: string, length: number): void {
    this.mark(at);
    this.length += this.out.write(character, this.length);
    this.taken = at + length;
  }

  private mark(origin: number): void {
    this.places.push(this.length);
    this.origins.push(origin);
  }
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** The index of the last of ascending numbers that is not above `most`. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? Infinity) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}
