/** Finds some words of ASCII in bytes without making strings of what stands there. */
export class KnownWords {
  /** Shorter ones first. */
  private readonly words: readonly string[];
  /** All words, one after the other: a look at them touches little memory. */
  private readonly text: Uint8Array;
  /** Where each word begins in the text. */
  private readonly starts: readonly number[];
  /** By a length, how many words are shorter. */
  private readonly shorter: readonly number[];
  private readonly longest: number;

  constructor(words: readonly string[]) {
    this.words = words.toSorted((one, other) => one.length - other.length);
    this.text = Buffer.from(this.words.join(''));
    this.starts = this.words.map((_, index) => this.words.slice(0, index).join('').length);
    this.longest = this.words.at(-1)?.length ?? 0;
    this.shorter = Array.from(
      { length: this.longest + 2 },
      (_, length) => words.filter((word) => word.length < length).length,
    );
  }

  /** The word that stands from `start` to `end`; empty where it is none of these. */
  at(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start;
    if (length > this.longest) return '';
    const last = this.shorter[length + 1] ?? 0;
    for (let index = this.shorter[length] ?? 0; index < last; index += 1) {
      if (this.isAt(this.starts[index] ?? 0, length, bytes, start)) return this.words[index] ?? '';
    }
    return '';
  }

  private isAt(word: number, length: number, bytes: Uint8Array, start: number): boolean {
    for (let at = 0; at < length; at += 1) {
      if (this.text[word + at] !== bytes[start + at]) return false;
    }
    return true;
  }
}
