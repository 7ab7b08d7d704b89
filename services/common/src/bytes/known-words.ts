/** What sets a small letter apart from a capital one. */
const LOWER_CASE = 0x20;

/** Finds some words of ASCII in bytes without making strings of what stands there. */
export class KnownWords {
  /** Shorter ones first. */
  private readonly words: readonly string[];
  /** All words, one after the other: a look at them touches little memory. */
  private readonly text: Uint8Array;
  /** Where each word begins in the text, and where the last one ends. */
  private readonly starts: readonly number[];
  /** By a length, how many words are shorter. */
  private readonly shorter: readonly number[];
  private readonly longest: number;

  constructor(words: readonly string[]) {
    this.words = words.toSorted((one, other) => one.length - other.length);
    this.text = Buffer.from(this.words.join(''));
    this.starts = ['', ...this.words].map((_, index) => this.words.slice(0, index).join('').length);
    this.longest = this.words.at(-1)?.length ?? 0;
    this.shorter = Array.from(
      { length: this.longest + 2 },
      (_, length) => words.filter((word) => word.length < length).length,
    );
  }

  /** The word that stands from `start` to `end`; empty where it is none of these. */
  at(bytes: Uint8Array, start: number, end: number): string {
    return this.find(bytes, start, end, 0);
  }

  /** The same where a word of small letters and hyphens may be written in capital letters; other bytes there must be those of a token of HTTP. */
  inAnyCase(bytes: Uint8Array, start: number, end: number): string {
    return this.find(bytes, start, end, LOWER_CASE);
  }

  /** `bits` are taken for set in each byte. */
  private find(bytes: Uint8Array, start: number, end: number, bits: number): string {
    const length = end - start;
    if (length > this.longest) return '';
    const last = this.shorter[length + 1] ?? 0;
    for (let index = this.shorter[length] ?? 0; index < last; index += 1) {
      if (this.isAt(index, bytes, start, bits)) return this.words[index] ?? '';
    }
    return '';
  }

  private isAt(index: number, bytes: Uint8Array, start: number, bits: number): boolean {
    const { text } = this;
    const word = this.starts[index] ?? 0;
    const length = (this.starts[index + 1] ?? 0) - word;
    for (let at = 0; at < length; at += 1) {
      if (text[word + at] !== ((bytes[start + at] ?? 0) | bits)) return false;
    }
    return true;
  }
}
