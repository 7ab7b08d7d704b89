import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownWords } from './known-words.ts';

describe('known words', () => {
  const word = fc.oneof(
    fc.constantFrom('a', 'b', 'ab', 'ba', 'retry-after', 'retry_after', 'Retry-After', '\r', 'é'),
    fc.string({ minLength: 1, maxLength: 3 }),
  );
  const ascii = word.filter((text) => /^[\x20-\x7e]+$/.test(text));

  it('are found where they stand, and nothing else is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(ascii), word, fc.string(), (words, text, before) => {
        const start = Buffer.byteLength(before);
        const bytes = Buffer.from(before + text);
        const found = new KnownWords(words).at(bytes, start, bytes.length);
        expect(found).toBe(words.includes(text) ? text : '');
        expect(new KnownWords(words).at(bytes.subarray(0, start), start, bytes.length)).toBe('');
      }),
    );
  });

  it('are found in capital letters, too, where that is asked', () => {
    const names = fc.constantFrom(...'a b-c retry-after content-type'.split(' '));
    const token = fc.oneof(names, fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,3}$/));
    fc.assert(
      fc.property(fc.uniqueArray(names), token, fc.boolean(), (words, name, isUpper) => {
        const bytes = Buffer.from(isUpper ? name.toUpperCase() : name);
        const folded = name.toLowerCase();
        const found = new KnownWords(words).inAnyCase(bytes, 0, bytes.length);
        expect(found).toBe(words.includes(folded) ? folded : '');
      }),
    );
  });
});
