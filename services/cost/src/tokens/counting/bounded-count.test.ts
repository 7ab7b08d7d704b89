import fc from 'fast-check';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { loadBoundedCount } from './bounded-count.ts';
import { textSlices } from './text-slices.ts';

describe.each([
  ['o200k_base', o200k],
  ['cl100k_base', cl100k],
] as const)('counting tokens in %s', async (encoding, { countTokens }) => {
  const boundedCount = await loadBoundedCount(encoding);
  const exact = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
  const MEGABYTE = 1_000_000;

  it('is what the encoding says of a text', () => {
    // From the encoding's own test vectors.
    expect(boundedCount('')).toBe(0);
    expect(boundedCount('hello world')).toBe(2);
    const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem({ maxCount: 60 }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(boundedCount(text)).toBe(exact(text));
      }),
    );
  });

  it('takes what looks like a special token as the text that it is', () => {
    expect(boundedCount('<|endoftext|><|im_start|>')).toBeGreaterThan(2);
  });

  it.each([
    ['one letter', 'a'],
    ['capitals', 'A'],
    ['spaces', ' '],
    ['line ends', '\n'],
    ['marks', '!'],
    ['digits', '1'],
    ['slashes and line ends after a mark', '/\n'],
    ['letters of both cases', 'aA'],
    ['ideographs', '漢'],
    ['characters of two units', '😀'],
  ])('takes time by the length of a megabyte of %s, and not by its square', (_name, unit) => {
    const text = `!${unit.repeat(MEGABYTE / unit.length)}`;
    const started = performance.now();
    const tokens = boundedCount(text);
    // The square would take minutes.
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(tokens).toBeGreaterThan(1_000);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
  });

  it('counts long pieces as what their parts add up to, one token at most more for each cut', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'e', 'n', 't'),
      minLength: 257,
      maxLength: 1_500,
    });
    fc.assert(
      fc.property(letters, (text) => {
        const tokens = boundedCount(text);
        const cuts = Math.ceil(text.length / 256);
        expect(tokens).toBeGreaterThanOrEqual(exact(text) - cuts);
        expect(tokens).toBeLessThanOrEqual(exact(text) + cuts);
      }),
      { numRuns: 30 },
    );
  });

  it('is additive: two texts beside each other are what they are, but for a few tokens at the seam', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const apart = boundedCount(one) + boundedCount(other);
        expect(Math.abs(boundedCount(one + other) - apart)).toBeLessThanOrEqual(8);
      }),
    );
  });

  describe('slices of a text', () => {
    it('are bounded, and are the text again', () => {
      const text = fc.string({ unit: 'binary', maxLength: 500 });
      fc.assert(
        fc.property(text, fc.integer({ min: 2, max: 50 }), (whole, longest) => {
          const slices = [...textSlices(whole, longest)];
          expect(slices.join('')).toBe(whole);
          expect(slices.every((slice) => slice.length <= longest && slice.isWellFormed())).toBe(
            true,
          );
        }),
      );
    });

    it('have as many tokens as the whole where they are cut between words', () => {
      const words = fc.lorem({ maxCount: 200, mode: 'words' });
      fc.assert(
        fc.property(words, (whole) => {
          let tokens = 0;
          for (const slice of textSlices(whole, 100)) tokens += exact(slice);
          expect(tokens).toBe(exact(whole));
        }),
      );
    });
  });
});
