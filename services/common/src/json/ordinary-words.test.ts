import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IS_ORDINARY, OrdinaryWords } from './ordinary-words.ts';

/** The same, byte by byte. */
function slowSkip(bytes: Uint8Array, from: number): number {
  let at = from;
  while (IS_ORDINARY[bytes[at] ?? 0] === 1) at += 1;
  return at;
}

it('stops at the first byte that is not ordinary, wherever the text lies in its memory', () => {
  const ordinary = fc.constantFrom(0x20, 0x21, 0x23, 0x5b, 0x5d, 0x61, 0x7f);
  const any = fc.nat({ max: 255 });
  const bytes = fc.array(fc.oneof({ weight: 30, arbitrary: ordinary }, any), { maxLength: 80 });
  fc.assert(
    fc.property(bytes, fc.nat({ max: 7 }), fc.nat({ max: 80 }), (list, offset, from) => {
      // What lies before and behind the text is ordinary too, and not of it.
      const memory = new Uint8Array(offset + list.length + 9).fill(0x61);
      memory.set(list, offset);
      const text = memory.subarray(offset, offset + list.length);
      const at = Math.min(from, list.length);
      expect(new OrdinaryWords(text).endAfter(at)).toBe(slowSkip(text, at));
    }),
  );
});

it('finds each byte that is not ordinary at each place of a word', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    for (let at = 0; at < 12; at += 1) {
      const text = new Uint8Array(24).fill(0x7f);
      text[at] = byte;
      expect(new OrdinaryWords(text).endAfter(0)).toBe(IS_ORDINARY[byte] === 1 ? 24 : at);
    }
  }
});
